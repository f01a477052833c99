import { useId, useState } from 'react';
import type { EpisodesByPodcast } from '../../../schema/wire/episodes.ts';
import type { Position } from '../../../schema/wire/listening.ts';
import { FoldChevron } from '../../ui/FoldChevron.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { EpisodeRow, type OpenedChat } from './EpisodeRow.tsx';
import { podcastsInOrder } from './podcasts-in-order.ts';

/** A longer list would push the quiz and the catalogue out of reach. */
export const PODCASTS_UNFOLDED = 8;

/** Episodes grouped by podcast. Opening one group closes the other. */
export function EpisodesAccordion({
  episodesByPodcast,
  positions,
  remainingGenerations,
  onOpenChat,
}: {
  episodesByPodcast: EpisodesByPodcast;
  /** By episode. */
  positions: ReadonlyMap<string, Position>;
  remainingGenerations: number | null;
  onOpenChat: (opened: OpenedChat) => void;
}) {
  const [openPodcast, setOpenPodcast] = useState<string | null>(null);
  const id = useId();
  return (
    <Folded
      items={podcastsInOrder(episodesByPodcast)}
      limit={PODCASTS_UNFOLDED}
      more="more podcasts"
    >
      {(part, start) => (
        <div className="divide-y divide-hairline border-t border-hairline">
          {part.map(([podcast, episodes], index) => {
            const isOpen = podcast === openPodcast;
            const headerId = `${id}-header-${start + index}`;
            const panelId = `${id}-panel-${start + index}`;
            return (
              <div key={podcast}>
                <h3 className="font-sans">
                  <button
                    type="button"
                    id={headerId}
                    className="accordion-line"
                    aria-expanded={isOpen}
                    aria-controls={isOpen ? panelId : undefined}
                    onClick={() => setOpenPodcast(isOpen ? null : podcast)}
                  >
                    <span className="line-clamp-2 w-fit" dir="auto">
                      {podcast}
                    </span>
                    <span className="accordion-aside">
                      {episodes.length} {episodes.length === 1 ? 'episode' : 'episodes'}
                    </span>
                    <FoldChevron />
                  </button>
                </h3>
                {isOpen && (
                  <section id={panelId} aria-labelledby={headerId} className="accordion-panel">
                    <ul className="episode-list divide-y divide-hairline">
                      {episodes.map((episode) => (
                        <EpisodeRow
                          key={episode.id}
                          episode={episode}
                          position={positions.get(episode.id)}
                          remainingGenerations={remainingGenerations}
                          onOpenChat={onOpenChat}
                        />
                      ))}
                    </ul>
                  </section>
                )}
              </div>
            );
          })}
        </div>
      )}
    </Folded>
  );
}
