import { Progress } from '@radix-ui/themes';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import type { DocumentList } from '../../../schema/wire/account-document.ts';
import type { AccountImport } from '../../../schema/wire/account-imports.ts';
import { errorMessage, ReaderError } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { formatDay, formatTime } from '../../ui/dates.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import {
  type UploadProgress,
  useNewestImport,
  useRetryImport,
  useUploadAccount,
} from './account-imports.ts';

/** Brings an exported account into this one. */
export function ImportCard() {
  const picker = useRef<HTMLInputElement>(null);
  const { mutate, isPending, progress, error } = useUploadAccount();
  const { newest, isError, refetch } = useNewestImport();
  const isRunning = isPending || newest?.status === 'queued';
  return (
    <section aria-labelledby="import-card" className="panel p-5 sm:p-8">
      <h2 id="import-card" className="text-xl">
        Bring an Account Back
      </h2>
      <p className="mt-1 text-sm text-quiet">
        Import the zip of an export with JSON in it, from here or from another Dripcast. What you
        already have stays as it is, and nothing is added twice.
      </p>
      <FileInput
        ref={picker}
        label="Exported account"
        accept=".zip,.json,application/zip,application/json"
        onFile={mutate}
      />
      <BusyButton
        size="3"
        variant="soft"
        className="mt-5"
        isBusy={isRunning}
        icon={<Upload size={16} aria-hidden />}
        busyLabel="Importing..."
        onClick={() => picker.current?.click()}
      >
        Import Account
      </BusyButton>
      {error ? (
        <p role="alert" className="mt-4 text-sm text-danger">
          {errorMessage(error, 'Failed to upload this account')}
          {error instanceof ReaderError
            ? null
            : ' Nothing was imported. You can choose the same file again.'}
        </p>
      ) : null}
      {progress ? <UploadState of={progress} /> : null}
      <div role="status">{newest && !progress ? <State of={newest} /> : null}</div>
      {isError ? (
        <ErrorState title="Your imports did not load" onRetry={() => void refetch()} />
      ) : null}
    </section>
  );
}

function UploadState({ of: { done, total } }: { of: UploadProgress }) {
  return (
    <div className="mt-5">
      <Progress value={(done / total) * 100} aria-label="Upload" />
      <p className="mt-2 text-sm text-quiet">Uploading. Keep this page open until it is done.</p>
    </div>
  );
}

function State({ of }: { of: AccountImport }) {
  switch (of.status) {
    case 'uploading':
      return (
        <p className="mt-4 text-sm text-quiet">
          The last upload stopped before its end, so nothing was imported. Choose the same file
          again.
        </p>
      );
    case 'queued':
      return (
        <div className="mt-5">
          <div className="flex items-center gap-3">
            <Progress className="grow" value={of.progress} aria-label="Account import" />
            <span className="text-sm text-quiet tabular-nums">{of.progress}%</span>
          </div>
          <p className="mt-2 text-sm text-quiet">You can leave this page in the meantime.</p>
        </div>
      );
    case 'failed':
      return <Failed of={of} />;
    case 'done':
      return <Outcome of={of} />;
  }
}

function Failed({ of: { id, error, canRetry } }: { of: AccountImport }) {
  const retry = useRetryImport();
  return (
    <div className="mt-4 text-sm text-danger">
      <p>{error}</p>
      {retry.error ? (
        <p role="alert" className="mt-2">
          {errorMessage(retry.error, 'Failed to retry this import')}
        </p>
      ) : null}
      {canRetry ? (
        <BusyButton
          variant="soft"
          className="mt-3"
          isBusy={retry.isPending}
          busyLabel="Retrying..."
          onClick={() => retry.mutate(id)}
        >
          Try Again
        </BusyButton>
      ) : null}
    </div>
  );
}

const NAMES: Partial<Record<DocumentList, [one: string, many: string]>> = {
  podcasts: ['subscription', 'subscriptions'],
  sources: ['source', 'sources'],
  savedInsights: ['saved insight', 'saved insights'],
  conversations: ['conversation', 'conversations'],
  moments: ['moment', 'moments'],
  reviewItems: ['review item', 'review items'],
  quizQuestions: ['quiz question', 'quiz questions'],
  quizResults: ['quiz result', 'quiz results'],
  digests: ['digest', 'digests'],
};

function Outcome({ of: { added, left, createdAt } }: { of: AccountImport }) {
  const counts = Object.entries(NAMES).flatMap(([list, [one, many]]) => {
    const count = added[list as DocumentList] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`];
  });
  return (
    <div className="mt-4 text-sm">
      <p className="font-medium">
        {counts.length === 0 ? 'Nothing new: everything was already here.' : 'Imported'}{' '}
        <span className="font-normal text-quiet">
          {formatDay(createdAt)}, {formatTime(createdAt)}
        </span>
      </p>
      {counts.length > 0 ? (
        <ul className="mt-1 list-disc pl-5 text-quiet">
          {counts.map((count) => (
            <li key={count}>{count}</li>
          ))}
        </ul>
      ) : null}
      {left > 0 ? (
        <p className="mt-2 text-danger">
          {left.toLocaleString('en')} {left === 1 ? 'thing was' : 'things were'} left out: there is
          no room for {left === 1 ? 'its podcast or source' : 'their podcasts or sources'}.
        </p>
      ) : null}
    </div>
  );
}
