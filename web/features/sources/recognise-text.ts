/**
 * Recognises the text in a picture, on the reader's device: Tesseract, its core and its language data
 * come from our own origin, and nothing is sent.
 */
import deu from '@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz?url';
import eng from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url';
import fra from '@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz?url';
import spa from '@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz?url';
import { createWorker, OEM, PSM } from 'tesseract.js';
import corePath from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url';
import { simd } from 'wasm-feature-detect';
import { ReaderError } from '../../api/client.ts';
import type { PictureLanguage } from './picture-languages.ts';
import { noteOnPicture, textOfPicture } from './picture-text.ts';
import workerPath from './picture-worker.ts?worker&url';
import { preparePicture } from './prepare-picture.ts';
import type { ReadOptions, ReadSource } from './read-file.ts';

const DATA: Record<PictureLanguage, string> = { deu, eng, fra, spa };
const NOT_LOADED = 'Text recognition did not load. Please try again.';

/** Longer than the slowest device needs to compile the core, which is loaded by then. */
const COMPILED_WITHIN_MS = 45_000;
const NOT_COMPILED =
  'This browser could not start text recognition. Try another browser, or type the text.';

type Recogniser = Awaited<ReturnType<typeof createWorker>>;

/** @throws ReaderError in words for the reader; the signal's reason if it is aborted */
export async function recogniseText(
  file: File,
  { signal, onProgress, language }: ReadOptions,
): Promise<Omit<ReadSource, 'kind'>> {
  if (typeof WebAssembly === 'undefined' || !(await simd())) throw new ReaderError(NOT_COMPILED);
  const { prepared, picture } = await preparePicture(file);
  signal.throwIfAborted();
  onProgress({ stage: 'Loading text recognition...', share: null });
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // A core can also hang; then the library's promise never settles.
  const uncompiled = Promise.withResolvers<never>();
  let compiling: ReturnType<typeof setTimeout> | undefined;
  const starting = start(
    language,
    (share) => onProgress({ stage: 'Reading the picture...', share }),
    (isRunning) => {
      clearTimeout(compiling);
      compiling = undefined;
      if (!isRunning) return;
      const fail = () => uncompiled.reject(new ReaderError(NOT_COMPILED));
      compiling = setTimeout(fail, COMPILED_WITHIN_MS);
    },
  );
  // However this ends, the worker is not left behind.
  const end = () => starting.then((worker) => worker.terminate()).catch(() => {});
  try {
    const recogniser = await Promise.race([starting, stopped, uncompiled.promise]);
    const { data } = await Promise.race([
      recogniser.recognize(prepared, {}, { text: false, blocks: true }),
      stopped,
    ]);
    const found = textOfPicture(data.blocks ?? []);
    if (found.text === '') throw new ReaderError('No text was found in this picture.');
    return { title: '', author: '', text: found.text, note: noteOnPicture(found), picture };
  } catch (error) {
    if (signal.aborted || error instanceof ReaderError) throw error;
    // The library rejects with texts, and with nothing if its worker did not load.
    throw new ReaderError(compiling === undefined ? NOT_LOADED : NOT_COMPILED);
  } finally {
    clearTimeout(compiling);
    void end();
  }
}

async function start(
  language: PictureLanguage,
  onShare: (share: number) => void,
  onCompiling: (isRunning: boolean) => void,
): Promise<Recogniser> {
  const recogniser = await createWorker(language, OEM.LSTM_ONLY, {
    workerPath,
    corePath,
    // Its own name is all that the library adds to the folder.
    langPath: DATA[language].slice(0, DATA[language].lastIndexOf('/')),
    // A blob would run under this page's rules instead of its own; see vite.config.ts.
    workerBlobURL: false,
    // The browser's own cache keeps the data.
    cacheMethod: 'none',
    logger: ({ status, progress }) => {
      if (status === 'recognizing text') onShare(progress);
      if (status === 'initializing tesseract') onCompiling(progress === 0);
    },
    // Without it the library throws where nothing can catch it; its promises reject anyway.
    errorHandler: () => {},
  });
  // Without a resolution Tesseract guesses one, and says so in the console.
  await recogniser.setParameters({ tessedit_pageseg_mode: PSM.AUTO, user_defined_dpi: '200' });
  return recogniser;
}
