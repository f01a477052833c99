import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../api/client.ts';
import { readLocal, writeLocal } from '../../ui/local-storage.ts';
import { isPictureLanguage, PICTURE_LANGUAGES, type PictureLanguage } from './picture-languages.ts';
import { NO_FIELDS } from './queries.ts';
import { type ReadProgress, readFile } from './read-file.ts';
import { isEmpty, type SourceDraft, useSourceDraft } from './use-source-draft.ts';

interface Shown {
  progress: ReadProgress | null;
  fault: string | null;
  picture: ImageBitmap | null;
}

const NOTHING: Shown = { progress: null, fault: null, picture: null };
const LANGUAGE_KEY = 'dripcast.picture-language';

/** A file that is being read, and the draft that comes of it. */
export function useFileReading(userId: string) {
  const [draft, setDraft] = useSourceDraft(userId, 'file');
  const [shown, setShown] = useState(NOTHING);
  const [language, setLanguage] = useState(firstLanguage);
  /** A file that would replace what the reader has changed. */
  const [waiting, setWaiting] = useState<File | null>(null);
  const unchanged = useRef<SourceDraft | null>(null);
  const lastPicture = useRef<File | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const write = (next: SourceDraft) => {
    setDraft(next);
    if (isEmpty(next.fields)) setShown(NOTHING);
  };
  const read = async (file: File, readLanguage: PictureLanguage) => {
    setWaiting(null);
    running.current?.abort();
    const started = new AbortController();
    running.current = started;
    const { signal } = started;
    // What was read before stays until there is something else.
    setShown((now) => ({ ...now, fault: null, progress: { stage: 'Reading...', share: null } }));
    try {
      const { kind, note, picture, ...read } = await readFile(file, {
        signal,
        language: readLanguage,
        onProgress: (progress) => signal.aborted || setShown((now) => ({ ...now, progress })),
      });
      if (signal.aborted) return picture?.close();
      const next = { kind, note, fields: { ...NO_FIELDS, ...read } };
      unchanged.current = next;
      lastPicture.current = picture === undefined ? null : file;
      setDraft(next);
      setShown({ progress: null, fault: null, picture: picture ?? null });
    } catch (error) {
      if (signal.aborted) return;
      const fault = errorMessage(error, 'This file could not be read.');
      setShown((now) => ({ ...now, progress: null, fault }));
    }
  };
  const offer = (file: File, readLanguage = language) => {
    const isChanged = !isEmpty(draft.fields) && draft !== unchanged.current;
    if (isChanged) setWaiting(file);
    else void read(file, readLanguage);
  };
  return {
    draft,
    ...shown,
    language,
    isAsking: waiting !== null,
    /** Reads a file, or asks first if it would replace what was typed. */
    offer,
    replace: () => waiting && void read(waiting, language),
    keep: () => setWaiting(null),
    cancel: () => {
      running.current?.abort();
      setShown((now) => ({ ...now, progress: null }));
    },
    write,
    /** The picture that is shown is read again. */
    choose: (next: string) => {
      if (!isPictureLanguage(next)) return;
      setLanguage(next);
      writeLocal(LANGUAGE_KEY, next);
      if (lastPicture.current !== null && shown.picture !== null) offer(lastPicture.current, next);
    },
  };
}

export type FileReading = ReturnType<typeof useFileReading>;

/** The one chosen last, else the first of the browser's that there is. */
function firstLanguage(): PictureLanguage {
  const kept = readLocal(LANGUAGE_KEY) ?? '';
  if (isPictureLanguage(kept)) return kept;
  const offered = Object.keys(PICTURE_LANGUAGES).filter(isPictureLanguage);
  const wished = navigator.languages.map((locale) =>
    offered.find((one) => locale.toLowerCase().startsWith(PICTURE_LANGUAGES[one].locale)),
  );
  return wished.find((one) => one !== undefined) ?? 'eng';
}
