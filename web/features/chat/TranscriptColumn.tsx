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
  isSource = false,
  transcript,
  citation,
}: {
  episodeId: string;
  isSource?: boolean;
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
  const name = isSource ? 'text' : 'transcript';
  if (isError && !isFetching) {
    return <NotLoaded query={transcript} name={name} of={isSource ? 'source' : 'episode'} />;
  }
  return (
    <div className="flex flex-col gap-4 p-5" role="status" aria-label={`Loading the ${name}`}>
      {SKELETON_LINES.map((line) => (
        <Skeleton key={line} className="h-12" />
      ))}
    </div>
  );
}
