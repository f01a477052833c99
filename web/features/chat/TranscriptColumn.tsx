import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { TranscriptOutcome } from './calls.ts';
import { InPlace, NotLoaded } from './EpisodePageState.tsx';
import { type Citation, TranscriptPanel } from './TranscriptPanel.tsx';
import { noTranscriptNotice } from './texts.ts';

const SKELETON_LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The transcript, or the reason why there is none. */
export function TranscriptColumn({
  episodeId,
  transcript,
  citation,
}: {
  episodeId: string;
  transcript: UseQueryResult<TranscriptOutcome>;
  citation: Citation | null;
}) {
  const { data, isError, isFetching } = transcript;
  if (data?.status === 'ready') {
    return (
      <TranscriptPanel episodeId={episodeId} transcript={data.transcript} citation={citation} />
    );
  }
  if (data?.status === 'unavailable') {
    return <InPlace>{noTranscriptNotice(data.isYoutubeShort)}</InPlace>;
  }
  if (isError && !isFetching) return <NotLoaded query={transcript} name="transcript" />;
  return (
    <div className="flex flex-col gap-4 p-5" role="status" aria-label="Loading the transcript">
      {SKELETON_LINES.map((line) => (
        <Skeleton key={line} className="h-12" />
      ))}
    </div>
  );
}
