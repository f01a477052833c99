import { useQuery } from '@tanstack/react-query';
import type { DigestSummary } from '../../../schema/wire/digest.ts';
import { formatDay, formatTime } from '../../ui/dates.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { digestsQuery } from './queries.ts';

const label = ({ periodStart, periodEnd }: DigestSummary) =>
  `${formatDay(periodStart)} – ${formatDay(periodEnd)}`;

/** Two months of weeks. */
const UNFOLDED = 8;

/** Lists all digests, newest first; choosing one shows it. */
export function EarlierDigests({
  shownId,
  isErrorShown,
  onChoose,
}: {
  shownId: string | null;
  /** Whether the card already says that something did not load. */
  isErrorShown: boolean;
  onChoose: (digestId: string) => void;
}) {
  const { data, isError, refetch } = useQuery(digestsQuery);
  if (isError && !data) {
    if (isErrorShown) return null;
    return (
      <div className="mt-8 border-t border-hairline">
        <ErrorState title="Your earlier digests did not load" onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data || data.length < 2) return null;
  // Of several on one day, each says when it was written.
  const ofLabel = Map.groupBy(data, label);
  return (
    <section className="mt-8 border-t border-hairline pt-5" aria-labelledby="kept-digests">
      <h3 id="kept-digests" className="text-lg">
        All digests
      </h3>
      <Folded items={data} limit={UNFOLDED} more="more digests">
        {(part) => (
          <ul className="mt-3 grid gap-x-6 sm:grid-cols-2">
            {part.map((digest) => (
              <li key={digest.id}>
                <button
                  type="button"
                  className="min-h-9 cursor-pointer text-left text-sm tabular-nums underline-offset-4 hover:underline aria-[current]:font-medium aria-[current]:text-accent"
                  aria-current={digest.id === shownId || undefined}
                  onClick={() => onChoose(digest.id)}
                >
                  {label(digest)}
                  {(ofLabel.get(label(digest))?.length ?? 0) > 1 &&
                    `, ${formatTime(digest.periodEnd)}`}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Folded>
    </section>
  );
}
