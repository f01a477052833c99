import { Badge, Button } from '@radix-ui/themes';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, FileDown, MessageSquareText, Sparkles } from 'lucide-react';
import type { Episode } from '../../../schema/wire/episodes.ts';
import { isFinished, type Position } from '../../../schema/wire/listening.ts';
import { canPlay } from '../../../schema/wire/media.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { buttonClass } from '../../ui/button.ts';
import { formatDay } from '../../ui/dates.ts';
import { PlayButton } from '../../ui/PlayButton.tsx';
import { SteadyLabel } from '../../ui/SteadyLabel.tsx';
import { formatDuration } from './duration.ts';
import { insightsAction, transcriptAction } from './episode-labels.ts';
import { noteInsight, useIsGenerating } from './insight-progress.ts';
import { TranscriptFormats } from './TranscriptFormats.tsx';
import { useTranscriptDownload } from './use-transcript-download.ts';

export interface OpenedChat {
  episodeId: string;
  episodeTitle: string;
  /** Whether an insight has to be made first. */
  isGenerating: boolean;
  /** The button that opened the chat. It gets the focus back. */
  openedBy: HTMLElement;
}

/** The labels that follow each other while an insight is generated. */
const INSIGHTS_LABELS = ['Generate Insights', 'Generating...', 'View Insights'];

/** An episode and its actions. */
export function EpisodeRow({
  episode,
  position,
  remainingGenerations,
  onOpenChat,
}: {
  episode: Episode;
  /** How far the reader has listened; undefined where they have not. */
  position: Position | undefined;
  remainingGenerations: number | null;
  onOpenChat: (opened: OpenedChat) => void;
}) {
  const queryClient = useQueryClient();
  const isGenerating = useIsGenerating(episode.id);
  const download = useTranscriptDownload(episode);
  const isDownloading = download.isPending && download.variables === 'txt';
  const transcript = transcriptAction(episode);
  const insights = insightsAction(episode, isGenerating, remainingGenerations);
  const InsightsIcon = episode.hasInsights ? MessageSquareText : Sparkles;
  const { publishedAt, durationSeconds, hasInsights, type, explicit } = episode;

  return (
    <li className="episode-row">
      <div className="min-w-0">
        <h4
          className="line-clamp-3 w-fit font-serif text-base/snug font-medium text-ink"
          dir="auto"
        >
          {episode.title}
        </h4>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
          {episode.isYoutubeShort && (
            <Badge color="gray" variant="outline">
              Short
            </Badge>
          )}
          {type !== 'full' && (
            <Badge color="gray" variant="outline">
              {type === 'trailer' ? 'Trailer' : 'Bonus'}
            </Badge>
          )}
          {explicit === true && (
            <Badge color="gray" variant="outline">
              Explicit
            </Badge>
          )}
          <span>Published: {formatDay(publishedAt)}</span>
          {(durationSeconds !== null || canPlay(episode)) && (
            <Length position={position} durationSeconds={durationSeconds} />
          )}
        </p>
      </div>
      <fieldset className="episode-actions" aria-label={`Actions for ${episode.title}`}>
        {canPlay(episode) && <PlayButton episodeId={episode.id} className={buttonClass('soft')} />}
        <BusyButton
          variant="soft"
          color="gray"
          highContrast
          isBusy={isDownloading}
          disabled={transcript.isDisabled}
          icon={<FileDown size={16} aria-hidden />}
          busyLabel="Downloading..."
          onClick={() => download.mutate('txt')}
        >
          {transcript.label}
        </BusyButton>
        <Button
          variant={hasInsights ? 'soft' : 'solid'}
          disabled={insights.isDisabled}
          aria-busy={isGenerating}
          onClick={(event) => {
            if (!hasInsights) noteInsight(queryClient, episode.id, 'asked');
            onOpenChat({
              episodeId: episode.id,
              episodeTitle: episode.title,
              isGenerating: !hasInsights,
              openedBy: event.currentTarget,
            });
          }}
        >
          <SteadyLabel
            icon={<InsightsIcon size={16} aria-hidden />}
            label={insights.label}
            roomFor={INSIGHTS_LABELS}
          />
        </Button>
      </fieldset>
      {(isDownloading || !transcript.isDisabled) && (
        <TranscriptFormats
          episode={episode}
          isBusy={download.isPending}
          onDownload={download.mutate}
        />
      )}
    </li>
  );
}

/**
 * The episode's length, or how much of it is left. Reserves space for '59 min left' or '1 h 59 min left', so
 * that the list doesn't grow when an episode starts to play.
 */
function Length({
  position,
  durationSeconds,
}: Pick<Episode, 'durationSeconds'> & { position: Position | undefined }) {
  const length = position?.durationSeconds ?? durationSeconds;
  const isShort = length !== null && length < 3600;
  return (
    <span className={`episode-length ${isShort ? 'min-w-19' : 'min-w-26'}`}>
      {length !== null &&
        (position ? <Left position={position} length={length} /> : formatDuration(length))}
    </span>
  );
}

function Left({ position, length }: { position: Position; length: number }) {
  if (isFinished(position)) {
    return (
      <span className="inline-flex items-center gap-1 text-accent">
        <CircleCheck size={16} aria-hidden /> Finished
      </span>
    );
  }
  return (
    <>
      {formatDuration(length - position.seconds)} left
      <progress className="heard" value={position.seconds} max={length} aria-hidden />
    </>
  );
}
