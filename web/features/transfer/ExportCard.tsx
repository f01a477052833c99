import { Button } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportInfo,
  type ExportsReply,
  WHOLE_FORMATS,
} from '../../../schema/wire/exports.ts';
import { ApiError, errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ExportList } from './ExportList.tsx';
import { exportsQuery, isRunning, useStartExport } from './exports.ts';
import { FormatChoice } from './FormatChoice.tsx';
import { PodcastChoice } from './PodcastChoice.tsx';

/** Everything that a reader keeps, as files for other apps. */
export function ExportCard() {
  const exports = useQuery(exportsQuery);
  return (
    <section aria-labelledby="export-card" className="panel p-5 sm:p-8">
      <h2 id="export-card" className="text-xl">
        Take Everything With You
      </h2>
      <p className="mt-1 text-sm text-quiet">
        What you saved, wrote, asked and learned, as one zip file. Each place links back to where it
        was said.
      </p>
      {exports.data || exports.isPending ? (
        <Choices reply={exports.data} />
      ) : (
        <ErrorState title="Your exports did not load" onRetry={() => void exports.refetch()} />
      )}
    </section>
  );
}

/** Announcements about the export that was started here. The list says more. */
const NEWS: Record<ExportInfo['status'], string> = {
  queued: 'Your export has started.',
  done: 'Your export is ready.',
  failed: 'Your export failed.',
};

/** What to export. It can be chosen before the earlier exports have loaded. */
function Choices({ reply }: { reply: ExportsReply | undefined }) {
  const start = useStartExport();
  const [formats, setFormats] = useState<ReadonlySet<ExportFormat>>(new Set(['json']));
  /** Null for all of them. */
  const [podcasts, setPodcasts] = useState<ReadonlySet<string> | null>(null);
  const chosen = EXPORT_FORMATS.filter((format) => formats.has(format));
  const hasAll = chosen.length === EXPORT_FORMATS.length;
  const allPodcasts = reply?.podcasts ?? [];
  const canNarrow =
    allPodcasts.length > 1 && chosen.some((format) => !WHOLE_FORMATS.includes(format));
  const podcastIds = canNarrow && podcasts !== null ? [...podcasts] : undefined;
  const started = reply?.exports.find(({ id }) => id === start.data?.id);
  const isBusy = start.isPending || isRunning(reply);
  // Refused because another tab's export was being made. It matters until that one is done.
  const isRefused = start.error instanceof ApiError && start.error.status === 409;
  const missing =
    chosen.length === 0
      ? 'Choose at least one format.'
      : podcastIds?.length === 0
        ? 'Choose at least one podcast.'
        : null;
  return (
    <>
      <FormatChoice chosen={formats} onChange={setFormats} />
      {canNarrow ? (
        <PodcastChoice podcasts={allPodcasts} chosen={podcasts} onChange={setPodcasts} />
      ) : null}
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <BusyButton
          size="3"
          variant="soft"
          isBusy={isBusy}
          disabled={!reply || missing !== null}
          icon={<PackageOpen size={16} aria-hidden />}
          busyLabel="Exporting..."
          onClick={() => start.mutate({ formats: chosen, ...(podcastIds && { podcastIds }) })}
        >
          Export
        </BusyButton>
        <Button
          size="3"
          variant="ghost"
          className="mx-1"
          // Stays once all are chosen, so that it keeps the focus.
          aria-disabled={hasAll}
          data-disabled={hasAll || undefined}
          onClick={() => setFormats(new Set(EXPORT_FORMATS))}
        >
          Choose All Formats
        </Button>
        <p role="status" className="text-sm text-quiet">
          {missing}
        </p>
      </div>
      {start.error && (isBusy || !isRefused) ? (
        <p role="alert" className="mt-4 text-sm text-danger">
          {errorMessage(start.error, 'Failed to start the export')}
        </p>
      ) : null}
      {/* Here before the first export, so that screen readers announce it. */}
      <p role="status" className="sr-only">
        {started && NEWS[started.status]}
      </p>
      <ExportList exports={reply?.exports ?? []} />
    </>
  );
}
