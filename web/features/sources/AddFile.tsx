import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { NO_FIELDS } from './queries.ts';
import { FILE_TYPES, readFile } from './read-file.ts';
import { TypedSource } from './TypedSource.tsx';
import { useSourceDraft } from './use-source-draft.ts';

/** Adds the text of a file, which is read in the browser and shown before it is added. */
export function AddFile({ userId }: { userId: string }) {
  const [fields, setFields] = useSourceDraft(userId, 'file');
  const [isReading, setIsReading] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    setFault(null);
    setIsReading(true);
    try {
      setFields({ ...NO_FIELDS, ...(await readFile(file)) });
    } catch (error) {
      setFault(errorMessage(error, 'This file could not be read.'));
    } finally {
      setIsReading(false);
    }
  };
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-quiet">
        A Markdown or text file. It is read on your device; you can correct the text before it is
        added.
      </p>
      <div>
        <input
          ref={picker}
          type="file"
          accept={FILE_TYPES}
          aria-label="File"
          className="hidden"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file may be chosen again.
            currentTarget.value = '';
            if (file) void read(file);
          }}
        />
        <BusyButton
          variant="soft"
          size="3"
          isBusy={isReading}
          onClick={() => picker.current?.click()}
        >
          <Upload size={16} aria-hidden />
          {isReading ? 'Reading...' : 'Choose a File'}
        </BusyButton>
      </div>
      {fault !== null && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      {fields.text !== '' && <TypedSource kind="file" fields={fields} onFields={setFields} />}
    </div>
  );
}
