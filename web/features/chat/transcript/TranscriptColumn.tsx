import type { UseQueryResult } from '@tanstack/react-query';
import type { TranscriptOutcome } from '../calls.ts';
import { EpisodePageState, InPlace } from '../episode/EpisodePageState.tsx';
import { noTranscriptNotice } from '../texts.ts';
import { type Citation, TranscriptPanel } from './TranscriptPanel.tsx';

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
  const { data } = transcript;
  if (data?.status === 'ready') {
    return (
      <TranscriptPanel episodeId={episodeId} transcript={data.transcript} citation={citation} />
    );
  }
  if (data?.status === 'unavailable') {
    return <InPlace>{noTranscriptNotice(data.isYoutubeShort)}</InPlace>;
  }
  return isSource ? (
    <EpisodePageState query={transcript} name="text" of="source" />
  ) : (
    <EpisodePageState query={transcript} name="transcript" />
  );
}
