import { Button, Progress } from '@radix-ui/themes';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { CATEGORIES, type Category } from '../../../schema/limits.ts';
import type { OpmlImport } from '../../../schema/wire/own-podcasts.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { CategorySelect } from '../../ui/CategorySelect.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { ImportReport } from './ImportReport.tsx';
import { isAtWork, useImport, useStartImport } from './opml-imports.ts';

/** Subscriptions in and out as OPML, the list that podcast apps exchange. */
export function SubscriptionsCard({ userId }: { userId: string }) {
  const { state, isUnknown, setId } = useImport(userId);
  const start = useStartImport();
  const isRunning = start.isPending || isAtWork(state);
  // The result of an earlier file says nothing about one that was refused after it.
  const isShown = state !== undefined && (!start.error || state.done < state.total);
  return (
    <section aria-labelledby="subscriptions-card" className="panel p-5 sm:p-8">
      <h2 id="subscriptions-card" className="text-xl">
        Move Your Subscriptions
      </h2>
      <p className="mt-1 text-sm text-quiet">
        Podcast apps exchange subscriptions as OPML files. Export one there and import it here, or
        the other way round.
      </p>
      <ImportForm
        isBusy={isRunning}
        onFile={(file, category) =>
          start.mutate({ file, category }, { onSuccess: ({ id }) => setId(id) })
        }
      />
      {start.error ? (
        <p role="alert" className="mt-4 text-sm text-danger">
          {errorMessage(start.error, 'Failed to import this file')}
        </p>
      ) : null}
      {isUnknown ? (
        <p role="alert" className="mt-4 text-sm text-danger">
          The progress did not load. The import continues.
        </p>
      ) : null}
      {isShown ? <ImportState state={state} /> : null}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 border-t border-hairline pt-5">
        <p className="min-w-0 grow basis-72 text-sm text-quiet">
          Your file contains the addresses of private feeds, too. Keep it to yourself.
        </p>
        <Button asChild size="3" variant="soft">
          <a href="/api/user/opml" download>
            <Download size={16} aria-hidden />
            Export OPML
          </a>
        </Button>
      </div>
    </section>
  );
}

function ImportForm({
  isBusy,
  onFile,
}: {
  isBusy: boolean;
  onFile: (file: File, category: Category) => void;
}) {
  const [category, setCategory] = useState<Category>(CATEGORIES[0]);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-5 flex flex-wrap items-end gap-4">
      <div className="grow basis-64">
        <CategorySelect
          label="Category for folders that match none of ours"
          value={category}
          onChange={setCategory}
        />
      </div>
      <FileInput
        ref={picker}
        label="OPML file"
        accept=".opml,.xml,text/x-opml,text/xml,application/xml"
        onFile={(file) => onFile(file, category)}
      />
      <BusyButton
        size="3"
        variant="soft"
        isBusy={isBusy}
        icon={<Upload size={16} aria-hidden />}
        busyLabel="Importing..."
        onClick={() => picker.current?.click()}
      >
        Import OPML
      </BusyButton>
    </div>
  );
}

function ImportState({ state }: { state: OpmlImport }) {
  const { done, total } = state;
  const isDone = done === total;
  const isWaiting = !isDone && !isAtWork(state);
  return (
    <div className="mt-5">
      {isAtWork(state) ? <Progress value={(done / total) * 100} aria-label="Import" /> : null}
      <p role="status" className="mt-3 text-sm tabular-nums">
        {isDone ? 'Import finished' : `${done} of ${total} podcasts`}
        {isWaiting && '. You can leave this page in the meantime.'}
      </p>
      <ImportReport state={state} />
    </div>
  );
}
