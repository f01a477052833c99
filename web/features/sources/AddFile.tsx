import { Button, Progress, Select } from '@radix-ui/themes';
import { Upload } from 'lucide-react';
import { useId, useRef } from 'react';
import { FileInput } from '../../ui/FileInput.tsx';
import { QuestionDialog } from '../../ui/QuestionDialog.tsx';
import { PicturePreview } from './PicturePreview.tsx';
import { PICTURE_LANGUAGES } from './picture-languages.ts';
import { FILE_TYPES } from './read-file.ts';
import { TypedSource } from './TypedSource.tsx';
import type { FileReading } from './use-file-reading.ts';
import { isEmpty } from './use-source-draft.ts';

/** The download size of text recognition without a language. */
const CORE_MEGABYTES = 4;

/** Adds the text of a file or a picture, which is read in the browser and shown before it is added. */
export function AddFile({ reading }: { reading: FileReading }) {
  const { draft, progress, fault, picture } = reading;
  const picker = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isReading = progress !== null;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-quiet">
        Choose a PDF, a saved web page, a Markdown or text file, captions (VTT or SRT), or a picture
        of text, such as a screenshot. The file stays on your device. You can correct its text
        before you add it.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <FileInput ref={picker} label="File" accept={FILE_TYPES} onFile={reading.offer} />
        {/* One button for both, so that the focus stays where it is. */}
        <Button
          ref={button}
          variant="soft"
          size="3"
          color={isReading ? 'gray' : undefined}
          onClick={() => (isReading ? reading.cancel() : picker.current?.click())}
        >
          {isReading ? (
            'Cancel'
          ) : (
            <>
              <Upload size={16} aria-hidden />
              Choose a File
            </>
          )}
        </Button>
        <p className="text-sm text-quiet">or drop it here, or paste a picture.</p>
      </div>
      <LanguageSelect reading={reading} />
      <div role="status">
        {progress !== null && (
          <div className="flex flex-col gap-2">
            <p className="flex justify-between gap-4 text-sm text-quiet">
              {progress.stage}
              {progress.share !== null && (
                // Only the stage is announced, not each percent.
                <span className="tabular-nums" aria-hidden>
                  {Math.round(progress.share * 100)}%
                </span>
              )}
            </p>
            <Progress value={(progress.share ?? 0) * 100} aria-label="Reading the file" />
          </div>
        )}
        {progress === null && draft.note !== '' && <p className="text-sm">{draft.note}</p>}
      </div>
      {fault !== null && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      {picture !== null && <PicturePreview picture={picture} />}
      {!isEmpty(draft.fields) && (
        // The file being read would replace what is typed meanwhile.
        <div inert={isReading}>
          <TypedSource draft={draft} onDraft={reading.write} />
        </div>
      )}
      {reading.isAsking && (
        <ReplaceDialog reading={reading} onClosed={() => button.current?.focus()} />
      )}
    </div>
  );
}

function LanguageSelect({ reading: { language, choose, progress } }: { reading: FileReading }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <label htmlFor={id}>Language in pictures</label>
      <Select.Root value={language} onValueChange={choose} disabled={progress !== null}>
        <Select.Trigger id={id} />
        <Select.Content>
          {Object.entries(PICTURE_LANGUAGES).map(([code, { name }]) => (
            <Select.Item key={code} value={code}>
              {name}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
      <span className="text-quiet">
        Reading the first picture downloads about{' '}
        {Math.round(CORE_MEGABYTES + PICTURE_LANGUAGES[language].megabytes)} MB.
      </span>
    </div>
  );
}

function ReplaceDialog({ reading, onClosed }: { reading: FileReading; onClosed: () => void }) {
  return (
    <QuestionDialog
      title="Replace your text?"
      about="Your changes aren't added yet. The new file would replace them."
      keepLabel="Keep My Text"
      action={
        <Button color="red" onClick={reading.replace}>
          Replace
        </Button>
      }
      onKeep={reading.keep}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
    />
  );
}
