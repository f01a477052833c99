import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { NotebookPen, Share2, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatClock } from '../../../schema/wire/clock.ts';
import type { Moment } from '../../../schema/wire/listening.ts';
import { CitationChip } from '../../ui/CitationChip.tsx';
import { CopyLabel, useCopying } from '../../ui/CopyButton.tsx';
import { formatDay } from '../../ui/dates.ts';
import { focusNeighbour } from '../../ui/focus-neighbour.ts';
import { share } from '../../ui/playback.ts';
import { placeAddress } from '../../ui/portable-markdown.ts';
import { MomentNoteDialog } from './MomentNote.tsx';
import './moments.css';
import { deleteMoment, setMomentsUser, useUnsentMoments } from './moments.ts';
import { momentsQuery } from './moments-query.ts';

export type OpenMoment = (moment: Moment, openedBy: HTMLElement) => void;

/** One podcast's moments, by episode. */
export function SavedMoments({
  moments,
  onOpen,
  action,
}: {
  moments: Moment[];
  onOpen: OpenMoment;
  /** A further action for each moment. */
  action: (moment: Moment) => ReactNode;
}) {
  const [noted, setNoted] = useState<Moment | null>(null);
  return (
    <div className="moments">
      {byEpisode(moments).map(({ episodeId, title, ofEpisode }) => (
        <section key={episodeId} aria-label={`Moments of ${title}`}>
          <h3 className="moments-title" dir="auto">
            {title}
          </h3>
          <ul>
            {ofEpisode.map((moment) => (
              <MomentItem
                key={moment.id}
                moment={moment}
                onOpen={onOpen}
                onNote={() => setNoted(moment)}
                action={action(moment)}
              />
            ))}
          </ul>
        </section>
      ))}
      {noted && (
        <MomentNoteDialog id={noted.id} before={noted.note} onClose={() => setNoted(null)} />
      )}
    </div>
  );
}

/** The moments of each episode, whose title has a number if an earlier one has the same title. */
function byEpisode(moments: Moment[]) {
  const counts = new Map<string, number>();
  return [...Map.groupBy(moments, ({ episodeId }) => episodeId)].map(([episodeId, ofEpisode]) => {
    const title = ofEpisode[0]?.episodeTitle ?? '';
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    return { episodeId, title: count === 1 ? title : `${title} (${count})`, ofEpisode };
  });
}

function MomentItem({
  moment,
  onOpen,
  onNote,
  action,
}: {
  moment: Moment;
  onOpen: OpenMoment;
  onNote: () => void;
  action: ReactNode;
}) {
  const { episodeId, start, text, speaker, note, createdAt } = moment;
  const { isCopied, run } = useCopying(() => navigator.clipboard.writeText(markdownOf(moment)));
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = async (button: HTMLElement) => {
    if (isDeleting) return;
    setIsDeleting(true);
    await deleteMoment(moment, () => focusNeighbour(button));
    setIsDeleting(false);
  };
  return (
    <li className="moment" data-deletable={moment.id}>
      <p className="moment-text" dir="auto">
        {text === '' ? 'No transcript of this moment.' : `“${text}”`}
      </p>
      <p className="moment-meta">
        <span>
          <CitationChip
            seconds={start}
            episodeId={episodeId}
            onOpen={(_, chip) => onOpen(moment, chip)}
          />
        </span>
        {speaker !== null && <bdi>{speaker}</bdi>}
        <span>Saved {formatDay(createdAt)}</span>
      </p>
      {note !== '' && (
        <p className="moment-note" dir="auto">
          {note}
        </p>
      )}
      <fieldset className="library-actions" aria-label={`Actions for ${formatClock(start)}`}>
        <button type="button" className="library-action" onClick={onNote}>
          <NotebookPen size={16} aria-hidden />
          {note === '' ? 'Add Note' : 'Edit Note'}
        </button>
        <button type="button" className="library-action" onClick={() => share(moment)}>
          <Share2 size={16} aria-hidden /> Share
        </button>
        {action}
        <button type="button" className="library-action" onClick={run}>
          <CopyLabel isCopied={isCopied} />
        </button>
        <button
          type="button"
          className="library-action"
          aria-label={`Delete the moment at ${formatClock(start)}`}
          title="Delete"
          aria-disabled={isDeleting}
          onClick={(event) => void remove(event.currentTarget)}
        >
          <Trash2 size={18} aria-hidden />
        </button>
      </fieldset>
    </li>
  );
}

const escaped = (text: string) => text.replace(/[\\`*_[\]<>]/g, '\\$&').replace(/\s+/g, ' ');

/** What was said, by whom and where, with the reader's note. */
function markdownOf({ episodeId, episodeTitle, start, text, speaker, note }: Moment): string {
  const place = placeAddress(window.location.origin, episodeId, start);
  const who = speaker === null ? '' : `${escaped(speaker)}, `;
  const said = text === '' ? '' : `> “${escaped(text)}”\n>\n`;
  const beside = note === '' ? '' : `\n\n${escaped(note)}`;
  return `${said}> — ${who}${escaped(episodeTitle)} [${formatClock(start)}](${place})${beside}`;
}

/** The reader's moments by podcast, and those not sent yet. */
export function useSavedMoments(userId: string) {
  const queryClient = useQueryClient();
  // The player does the same, but its code may not be loaded yet.
  useEffect(() => setMomentsUser(userId, queryClient), [userId, queryClient]);
  const query = useInfiniteQuery(momentsQuery);
  const unsent = useUnsentMoments();
  const moments = query.data?.pages.flatMap((page) => page.moments) ?? [];
  const groups = [...Map.groupBy(moments, ({ podcastId }) => podcastId)].map(
    ([podcastId, ofPodcast]) => ({
      podcastId,
      podcastTitle: ofPodcast[0]?.podcastTitle ?? '',
      moments: ofPodcast,
    }),
  );
  return { query, groups, unsent };
}
