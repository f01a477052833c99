import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatClock } from '../../../schema/wire/clock.ts';
import { isFinished, type ListedPosition } from '../../../schema/wire/listening.ts';
import { buttonClass } from '../../ui/button.ts';
import { Cover } from '../../ui/Cover.tsx';
import { PlayButton } from '../../ui/PlayButton.tsx';
import { ReservedHeight } from '../../ui/ReservedHeight.tsx';
import './continue.css';
import { positionsQuery } from './positions-query.ts';

/** About as many as a reader remembers starting. */
const SHOWN = 3;
/** Anything shorter was an accident, or a citation being checked. */
const BEGUN_SECONDS = 15;

/** Episodes that were started but not finished; takes no space if there are none. */
export function ContinueListening() {
  const { data, isPending, isLoadingError } = useQuery(positionsQuery);
  return (
    <ReservedHeight name="continue-listening" isLoaded={!isPending} isFailed={isLoadingError}>
      {data && <Episodes positions={data.positions} />}
    </ReservedHeight>
  );
}

const isBegun = (one: ListedPosition) =>
  one.audioUrl !== null && one.seconds >= BEGUN_SECONDS && !isFinished(one);

function Episodes({ positions }: { positions: ListedPosition[] }) {
  // An episode that starts now isn't added, because it would push down the list in which it was clicked.
  const [listed] = useState(() =>
    positions
      .filter(isBegun)
      .slice(0, SHOWN)
      .map(({ episodeId }) => episodeId),
  );
  const begun = listed.flatMap(
    (id) => positions.find((one) => one.episodeId === id && isBegun(one)) ?? [],
  );
  if (begun.length === 0) return null;
  return (
    // Padding, because a margin would not count as height.
    <section aria-labelledby="continue-listening" className="pt-4">
      <h3 id="continue-listening" className="font-sans text-sm font-medium text-quiet">
        Continue Listening
      </h3>
      <ul className="mt-1">
        {begun.map((position) => (
          <Begun key={position.episodeId} position={position} />
        ))}
      </ul>
    </section>
  );
}

function Begun({ position }: { position: ListedPosition }) {
  const { episodeId, episodeTitle, podcastId, podcastTitle, seconds, durationSeconds } = position;
  return (
    <li className="continue-row">
      <Cover
        title={podcastTitle}
        imageUrl={`/api/podcasts/${podcastId}/cover`}
        className="continue-cover"
      />
      <div className="min-w-0 grow basis-18">
        <p className="line-clamp-3 w-fit leading-snug font-medium" dir="auto" title={episodeTitle}>
          {episodeTitle}
        </p>
        <p className="continue-meta">
          {/* On phones the cover is the label. */}
          <span className="continue-podcast truncate" dir="auto">
            {podcastTitle}
          </span>
          <span className="shrink-0 tabular-nums">
            {formatClock(seconds)}
            {durationSeconds !== null && ` of ${formatClock(durationSeconds)}`}
          </span>
        </p>
        {durationSeconds !== null && (
          <progress className="continue-share" value={seconds} max={durationSeconds} aria-hidden />
        )}
      </div>
      <PlayButton episodeId={episodeId} className={buttonClass('soft')} />
    </li>
  );
}
