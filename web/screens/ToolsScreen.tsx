import { DigestCard, DigestSkeleton } from '../features/digest/DigestCard.tsx';
import { Protected } from '../features/session/Protected.tsx';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { usePageTitle } from '../ui/page-title.ts';

export function ToolsScreen() {
  usePageTitle('Tools');
  return (
    <div className="container-page max-w-4xl py-10 md:py-14">
      <h1 className="mb-8 text-4xl md:text-5xl">Tools</h1>
      <Protected skeleton={<DigestSkeleton />}>
        {() => (
          <CardBoundary name="Weekly Digest">
            <DigestCard />
          </CardBoundary>
        )}
      </Protected>
    </div>
  );
}
