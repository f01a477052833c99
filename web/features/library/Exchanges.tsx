import { useQuery } from '@tanstack/react-query';
import type { ChatHistorySession } from '../../../schema/wire/chat.ts';
import { isMissing } from '../../api/missing.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import type { EpisodePlace } from '../../ui/citations.ts';
import { formatTime } from '../../ui/dates.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { withPlaceLinks } from '../../ui/portable-markdown.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { conversationQuery } from './queries.ts';

/** The questions and answers of a conversation. */
export function Exchanges({
  session,
  onCitation,
  onPlace,
}: {
  session: ChatHistorySession;
  onCitation: (seconds: number, chip: HTMLElement) => void;
  /** Opens a place in one of several episodes. */
  onPlace: (place: EpisodePlace) => void;
}) {
  const whole = useQuery({ ...conversationQuery(session.id), enabled: session.isExcerpt === true });
  const { followUps } = session.isExcerpt ? (whole.data ?? { followUps: null }) : session;
  if (followUps === null && whole.isError) {
    if (isMissing(whole.error))
      return <DeletedNotice>This conversation has been deleted.</DeletedNotice>;
    return (
      <ErrorState title="The conversation did not load" onRetry={() => void whole.refetch()} />
    );
  }
  if (followUps === null) {
    return (
      <div className="mt-4" role="status" aria-label="Loading the conversation">
        <Skeleton className="h-24 rounded-xl" />
      </div>
    );
  }
  return (
    <ol className="library-exchanges">
      {followUps.map(({ id, question, answer, createdAt }) => (
        <li key={id}>
          <div className="library-question">
            <p dir="auto">{question}</p>
            <time dateTime={createdAt}>{formatTime(createdAt)}</time>
          </div>
          <p className="mt-3 mb-1 text-sm font-medium text-accent">AI Assistant</p>
          <Markdown
            text={answer}
            onCitation={onCitation}
            onPlace={onPlace}
            episodeId={session.episodeId ?? undefined}
          />
          <div className="mt-2">
            <CopyButton
              text={withPlaceLinks(answer, {
                origin: window.location.origin,
                episodeId: session.episodeId,
              })}
              size="1"
              variant="ghost"
            />
          </div>
        </li>
      ))}
    </ol>
  );
}
