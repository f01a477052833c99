import type { UseQueryResult } from '@tanstack/react-query';
import type { ReviewProgress as Progress, ReviewState } from '../../../schema/wire/review.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ForecastChart } from './ForecastChart.tsx';

const STATES: { state: ReviewState; name: string; meaning: string }[] = [
  { state: 'new', name: 'New', meaning: 'not asked yet' },
  { state: 'learning', name: 'Learning', meaning: 'remembered for less than three weeks' },
  { state: 'known', name: 'Known', meaning: 'remembered for three weeks or more' },
];

/** How well the reader remembers, and what is due soon. */
export function ReviewProgress({
  query: { data, isError, refetch },
}: {
  query: UseQueryResult<Progress>;
}) {
  const total = data ? STATES.reduce((sum, { state }) => sum + data.states[state], 0) : null;
  if (total === 0) return null;
  return (
    <section aria-labelledby="review-progress" className="panel mt-6 p-5 sm:p-8">
      <h2 id="review-progress" className="text-xl">
        Your Progress
      </h2>
      {data ? (
        <>
          <dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-4">
            {STATES.map(({ state, name, meaning }) => (
              <div key={state}>
                <dt className="text-sm text-quiet">
                  {name}
                  <span className="sr-only">, {meaning}</span>
                </dt>
                <dd className="font-serif text-3xl font-medium tabular-nums" title={meaning}>
                  {data.states[state]}
                </dd>
              </div>
            ))}
          </dl>
          <ForecastChart forecast={data.forecast} />
          {data.byPodcast.length > 0 && (
            <div className="mt-8 grid gap-8 sm:grid-cols-2">
              <RetentionTable caption="Remembered, by podcast" rows={data.byPodcast} />
              <RetentionTable caption="Remembered, by category" rows={data.byTopic} />
            </div>
          )}
        </>
      ) : isError ? (
        <ErrorState title="Your progress did not load" onRetry={() => void refetch()} />
      ) : (
        <div className="mt-5 flex flex-col gap-5" role="status" aria-label="Loading your progress">
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
        </div>
      )}
    </section>
  );
}

function RetentionTable({ caption, rows }: { caption: string; rows: Progress['byPodcast'] }) {
  return (
    <table className="review-retention">
      <caption>{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Remembered</th>
          <th scope="col">Reviews</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, reviews, remembered }) => (
          <tr key={name}>
            <th scope="row" dir="auto">
              {name}
            </th>
            <td>{Math.round((remembered / reviews) * 100)}%</td>
            <td className="text-quiet">of {reviews}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
