import { Button, Progress } from '@radix-ui/themes';
import { Download } from 'lucide-react';
import type { ExportInfo } from '../../../schema/wire/exports.ts';
import { formatDay, formatTime } from '../../ui/dates.ts';
import { exportAddress, formatBytes } from './exports.ts';
import { FORMAT_NAMES } from './FormatChoice.tsx';

/** The reader's last exports, newest first. */
export function ExportList({ exports }: { exports: ExportInfo[] }) {
  if (exports.length === 0) return null;
  return (
    <div className="mt-6 border-t border-hairline pt-5">
      <h3 className="text-sm font-medium text-ink">Your exports</h3>
      <ul className="mt-2 divide-y divide-hairline">
        {exports.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 grow basis-56">
              <p className="text-sm">{one.formats.map((name) => FORMAT_NAMES[name]).join(', ')}</p>
              <p className="text-sm text-quiet tabular-nums">
                {formatDay(one.createdAt)}, {formatTime(one.createdAt)}
                {one.status === 'done' &&
                  ` · ${formatBytes(one.bytes ?? 0)} · kept until ${formatDay(one.expiresAt)}`}
              </p>
            </div>
            <State of={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function State({ of: { id, status, progress, error, createdAt } }: { of: ExportInfo }) {
  if (status === 'queued') {
    return (
      <div className="flex grow basis-40 items-center gap-3 sm:grow-0">
        <Progress className="grow" value={progress} aria-label="Export" />
        <span className="text-sm text-quiet tabular-nums">{progress}%</span>
      </div>
    );
  }
  if (status === 'failed') return <p className="basis-full text-sm text-danger">{error}</p>;
  return (
    <Button asChild size="2" variant="soft">
      <a
        href={exportAddress(id)}
        download
        aria-label={`Download the export of ${formatDay(createdAt)}, ${formatTime(createdAt)}`}
      >
        <Download size={16} aria-hidden />
        Download
      </a>
    </Button>
  );
}
