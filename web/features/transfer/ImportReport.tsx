import type { OpmlImport } from '../../../schema/wire/own-podcasts.ts';
import { formatTime } from '../../ui/dates.ts';

/** What became of the podcasts of a file, so far. */
export function ImportReport({ state: { added, known, failed, waiting } }: { state: OpmlImport }) {
  return (
    <div className="mt-3 space-y-2 text-sm">
      <Outcome name="Added" titles={added} />
      <Outcome name="Subscribed before" titles={known} />
      <Reasons
        name="Waiting"
        podcasts={waiting.map(({ title, reason, retryAt }) => ({
          title,
          reason: `${reason} We try again after ${formatTime(retryAt)}.`,
        }))}
      />
      <Reasons name="Not added" podcasts={failed} />
    </div>
  );
}

function Reasons({ name, podcasts }: { name: string; podcasts: OpmlImport['failed'] }) {
  if (podcasts.length === 0) return null;
  return (
    <details open>
      <summary className="cursor-pointer font-medium">
        {name} ({podcasts.length})
      </summary>
      <ul className="mt-1 space-y-1 pl-4">
        {podcasts.map(({ title, reason }, index) => (
          <li key={index} className="wrap-anywhere">
            <span dir="auto">{title}</span>: <span className="text-quiet">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Outcome({ name, titles }: { name: string; titles: string[] }) {
  if (titles.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer font-medium">
        {name} ({titles.length})
      </summary>
      <ul className="mt-1 space-y-1 pl-4">
        {titles.map((title, index) => (
          <li key={index} dir="auto" className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
    </details>
  );
}
