import { useQuery } from '@tanstack/react-query';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { isMissing } from '../../api/missing.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { InsightHtml } from './InsightHtml.tsx';
import { savedInsightQuery } from './queries.ts';

/** The full text of a saved insight. The list only has an excerpt of long ones. */
export function OpenedInsight({
  insight: { id, episodeId, insight, isExcerpt, isPlayable },
  onCitation,
}: {
  insight: SavedInsight;
  onCitation: (seconds: number, citation: HTMLElement) => void;
}) {
  const whole = useQuery({ ...savedInsightQuery(id), enabled: isExcerpt === true });
  const html = isExcerpt ? whole.data?.insight : insight;
  if (html !== undefined) {
    const episode = { episodeId, isPlayable };
    return <InsightHtml html={html} {...episode} onCitation={onCitation} />;
  }
  if (whole.isError) {
    if (isMissing(whole.error))
      return <DeletedNotice>This insight has been deleted.</DeletedNotice>;
    return <ErrorState title="The insight did not load" onRetry={() => void whole.refetch()} />;
  }
  return (
    <div className="flex flex-col gap-3" role="status" aria-label="Loading the insight">
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-32" />
    </div>
  );
}
