import { format, parseISO } from 'date-fns';
import type { ReviewProgress } from '../../../schema/wire/review.ts';

const HEIGHT = 72;
const BAR = { step: 10, width: 7 };

/** How many items are due on each coming day: bars, and a table for screen readers. */
export function ForecastChart({ forecast }: { forecast: ReviewProgress['forecast'] }) {
  const most = Math.max(1, ...forecast.map(({ due }) => due));
  const last = forecast.at(-1);
  return (
    <figure className="mt-8">
      <figcaption className="text-sm text-quiet">Due in the next {forecast.length} days</figcaption>
      <svg
        aria-hidden="true"
        className="review-chart"
        viewBox={`0 0 ${forecast.length * BAR.step - (BAR.step - BAR.width)} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {forecast.map(({ date, due }, index) => {
          const height = due === 0 ? 1 : Math.max(3, (due / most) * HEIGHT);
          return (
            <rect
              key={date}
              x={index * BAR.step}
              y={HEIGHT - height}
              width={BAR.width}
              height={height}
              data-empty={due === 0 || undefined}
            >
              <title>{`${dayOf(date)}: ${due}`}</title>
            </rect>
          );
        })}
      </svg>
      <div
        aria-hidden="true"
        className="flex flex-wrap justify-between gap-x-2 text-xs text-quiet tabular-nums"
      >
        <span>Today: {forecast[0]?.due ?? 0}</span>
        <span>at most {most} a day</span>
        <span>{last && dayOf(last.date)}</span>
      </div>
      {/* A table itself takes the width of its words. */}
      <div className="sr-only">
        <table>
          <caption>Due in the next {forecast.length} days</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Due</th>
            </tr>
          </thead>
          <tbody>
            {forecast.map(({ date, due }) => (
              <tr key={date}>
                <th scope="row">{dayOf(date)}</th>
                <td>{due}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** A calendar date, independent of the time zone. */
const dayOf = (date: string) => format(parseISO(date), 'MMM d');
