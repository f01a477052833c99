import { useQuery } from '@tanstack/react-query';
import { ContentEditor } from '../features/content/ContentEditor.tsx';
import { contentQuery } from '../features/content/content.ts';
import '../features/content/editor.css';
import { Protected } from '../features/session/Protected.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';

export function EditorScreen() {
  return (
    <Screen title="Content Editor" className="flex max-w-[52rem] flex-col">
      <div className="mt-6 flex grow flex-col">
        <Protected skeleton={<EditorSkeleton />}>{(user) => <Editor userId={user.id} />}</Protected>
      </div>
    </Screen>
  );
}

function EditorSkeleton() {
  return <Skeleton className="min-h-[60dvh] rounded-2xl" />;
}

function Editor({ userId }: { userId: string }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(contentQuery);
  // Never the cached text of an earlier visit: saving it would overwrite a newer one.
  if (data && isFetchedAfterMount) {
    return (
      <ContentEditor
        userId={userId}
        saved={data}
        guard={(isUnsaved) => <LeaveGuard isUnsaved={isUnsaved} isDraftKept />}
      />
    );
  }
  if (error) {
    return (
      <ErrorState title="Your content did not load" onRetry={() => void refetch()}>
        Everything you saved is safe on the server.
      </ErrorState>
    );
  }
  return <EditorSkeleton />;
}
