/** A file that becomes a source: read, replaced, given up, and what the reader has typed meanwhile. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CAPTIONS_MAX_CHARS } from '../../../schema/limits.ts';
import { ReaderError } from '../../../web/api/client.ts';
import type { ReadOptions } from '../../../web/features/sources/read-file.ts';
import { useFileReading } from '../../../web/features/sources/use-file-reading.ts';
import { act, renderHook } from '../../support/render-hook.ts';
import { stubForbiddenStorage, stubSessionStorage, stubStorage } from './stub-storage.ts';

/** Recognising text needs a browser's canvas. */
const recognise = vi.hoisted(() => vi.fn());
vi.mock('../../../web/features/sources/recognise-text.ts', () => ({ recogniseText: recognise }));

beforeEach(() => {
  // Runs once the hooks are unmounted.
  onTestFinished(() => void vi.unstubAllGlobals());
  stubStorage();
  stubSessionStorage();
  vi.stubGlobal('navigator', { languages: ['pt-BR', 'de-CH', 'fr'] });
  recognise.mockReset();
});

const fileOf = (text: string, name = 'Notes.txt') => new File([text], name);

/** A file that takes until the test says so. */
function slowFile(text: string, name = 'Slow.txt') {
  const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>();
  const file = Object.assign(new File(['x'], name), { arrayBuffer: () => promise });
  const bytes = new TextEncoder().encode(text).buffer;
  return {
    file,
    arrives: () => settle(() => resolve(bytes)),
    fails: () => settle(() => reject(new Error('gone'))),
  };
}

/** Does something, and lets all that follows from it happen. */
const settle = (change: () => void) =>
  act(async () => {
    change();
    await new Promise((done) => setTimeout(done, 5));
  });

function open(userId = 'ada') {
  const { result, unmount } = renderHook(useFileReading, userId);
  onTestFinished(unmount);
  const reading = () => result();
  return {
    reading,
    unmount,
    offer: (file: File) => settle(() => reading().offer(file)),
    text: () => reading().draft.fields.text,
    type: (text: string) =>
      act(() =>
        reading().write({ ...reading().draft, fields: { ...reading().draft.fields, text } }),
      ),
  };
}

describe('reading a file', () => {
  test('says that it is read, then shows its text and title', async () => {
    const { reading, offer } = open();
    const { file, arrives } = slowFile('Rye sells.', 'Prices 2026.txt');
    await offer(file);
    expect(reading().progress).toEqual({ stage: 'Reading...', share: null });
    await arrives();
    expect(reading()).toMatchObject({ progress: null, fault: null, picture: null });
    expect(reading().draft.fields).toMatchObject({ title: 'Prices 2026', text: 'Rye sells.' });
  });

  test.each([
    [
      'a kind that cannot be read',
      fileOf('x', 'song.mp3'),
      /^This kind of file can't be read. Choose a PDF/,
    ],
    ['an empty file', fileOf(''), 'This file is empty.'],
    ['a file of other bytes', fileOf('x\0y'), 'This is not a text file.'],
    ['a file without words', fileOf(' \n '), 'There is no text in this file.'],
  ])('of %s says so, and keeps what was read before', async (_, file, fault) => {
    const { reading, offer, text } = open();
    await offer(fileOf('Rye sells.'));
    await offer(file);
    expect(reading().fault).toMatch(fault);
    expect(reading().progress).toBeNull();
    expect(text()).toBe('Rye sells.');
    await offer(fileOf('Oats sell.'));
    expect(reading().fault).toBeNull();
  });

  test('of captions says what becomes of them, in any text file', async () => {
    const { reading, offer } = open();
    const cue = '00:01.000 --> 00:02.000\nRye sells.';
    await offer(fileOf(`WEBVTT\n\n${cue}\n`, 'Prices.vtt'));
    expect(reading().draft.fields).toMatchObject({ title: 'Prices', text: `WEBVTT\n\n${cue}\n` });
    expect(reading().draft.note).toBe(
      'These are captions. Once added, they are paragraphs of what is said, without the times.',
    );
    await offer(fileOf(`1\n${cue}\n`));
    expect(reading().draft.note).toMatch(/^These are captions\./);
  });

  test('of captions takes as many as what is said in a source may need', async () => {
    const { reading, offer, text } = open();
    const captionsOf = (cues: number) => '00:01.000 --> 00:02.000\nRye sells.\n\n'.repeat(cues);
    await offer(fileOf(captionsOf(20_000), 'Prices.srt'));
    expect(text()).toBe(captionsOf(20_000));
    expect(reading().draft.note).not.toContain('Only');
    await offer(fileOf(captionsOf(40_000), 'Prices.srt'));
    expect(text().length).toBeGreaterThan(999_900);
    expect(text().length).toBeLessThanOrEqual(CAPTIONS_MAX_CHARS);
    expect(reading().draft.note).toMatch(
      /^These are captions\. .* Only the beginning fits: a source can have 1,000,000 characters of captions, and this text has 1,440,000\.$/,
    );
  });

  test('that fails for another reason says that it could not be read', async () => {
    const { reading, offer } = open();
    const { file, fails } = slowFile('');
    await offer(file);
    await fails();
    expect(reading().fault).toBe('This file could not be read.');
  });

  test('ends with the next file, also if that is done first', async () => {
    const { reading, offer, text } = open();
    const slow = slowFile('The first.');
    await offer(slow.file);
    await offer(fileOf('The second.'));
    await slow.arrives();
    expect(text()).toBe('The second.');
    const failing = slowFile('');
    await offer(failing.file);
    await offer(fileOf('The third.'));
    await failing.fails();
    expect(reading().fault).toBeNull();
    expect(text()).toBe('The third.');
  });

  test('can be given up: what comes then is not shown', async () => {
    const { reading, offer, text } = open();
    const { file, arrives } = slowFile('Too late.');
    await offer(file);
    act(() => reading().cancel());
    expect(reading().progress).toBeNull();
    await arrives();
    expect(text()).toBe('');
  });

  test('ends with the screen', async () => {
    const { offer, unmount } = open();
    const { file, arrives } = slowFile('Too late.');
    await offer(file);
    unmount();
    await arrives();
    expect(open().text()).toBe('');
  });
});

describe('what the reader has typed', () => {
  test('is replaced only after asking', async () => {
    const { reading, offer, text, type } = open();
    await offer(fileOf('Rye sells.'));
    type('Rye sells, I think.');
    await offer(fileOf('Oats sell.'));
    expect(reading().isAsking).toBe(true);
    expect(text()).toBe('Rye sells, I think.');
    act(() => reading().keep());
    expect(reading().isAsking).toBe(false);
    expect(text()).toBe('Rye sells, I think.');
    await offer(fileOf('Oats sell.'));
    await settle(() => reading().replace());
    expect(reading().isAsking).toBe(false);
    expect(text()).toBe('Oats sell.');
  });

  test('is not asked about where nothing was changed, or all was deleted', async () => {
    const { reading, offer, text, type } = open();
    await offer(fileOf('Rye sells.'));
    await offer(fileOf('Oats sell.'));
    expect(reading().isAsking).toBe(false);
    type('');
    act(() =>
      reading().write({ ...reading().draft, fields: { ...reading().draft.fields, title: '' } }),
    );
    await offer(fileOf('Bread sells.'));
    expect(reading().isAsking).toBe(false);
    expect(text()).toBe('Bread sells.');
  });

  test('survives a reload, for its reader alone, and is asked about then', async () => {
    const first = open();
    first.type('Mine.');
    first.unmount();
    expect(open('ben').text()).toBe('');
    const again = open();
    expect(again.text()).toBe('Mine.');
    await again.offer(fileOf('Oats sell.'));
    expect(again.reading().isAsking).toBe(true);
  });
});

describe('a picture', () => {
  const picture = () => ({ close: vi.fn() });
  const image = new File(['pixels'], 'page.png', { type: 'image/png' });
  const readAs = (text: string, shown = picture()) => ({
    title: 'page',
    author: '',
    text,
    note: 'Check it.',
    picture: shown,
  });

  test('is read again in the language that is chosen, and shown', async () => {
    recognise.mockImplementation(async (_file: File, { language, onProgress }: ReadOptions) => {
      onProgress({ stage: 'Recognising...', share: 0.5 });
      return readAs(`in ${language}`);
    });
    const { reading, offer, text } = open();
    await offer(image);
    expect(reading().picture).not.toBeNull();
    expect(text()).toBe('in deu');
    await settle(() => reading().choose('fra'));
    expect(text()).toBe('in fra');
    await settle(() => reading().choose('Klingon'));
    expect(reading().language).toBe('fra');
    expect(recognise).toHaveBeenCalledTimes(2);
  });

  test('shows how far it is', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof readAs>>();
    let tell: ReadOptions['onProgress'] = () => {};
    recognise.mockImplementation((_file: File, { onProgress }: ReadOptions) => {
      tell = onProgress;
      return promise;
    });
    const { reading, offer } = open();
    await offer(image);
    act(() => tell({ stage: 'Recognising...', share: 0.5 }));
    expect(reading().progress).toEqual({ stage: 'Recognising...', share: 0.5 });
    act(() => reading().cancel());
    act(() => tell({ stage: 'Recognising...', share: 0.9 }));
    expect(reading().progress, 'of one that was given up').toBeNull();
    const late = picture();
    await settle(() => resolve(readAs('late', late)));
    expect(late.close, 'its memory').toHaveBeenCalled();
    expect(reading().picture).toBeNull();
  });

  test('goes with its text', async () => {
    recognise.mockResolvedValue(readAs('Rye.'));
    const { reading, offer } = open();
    await offer(image);
    const { draft, write } = reading();
    act(() => write({ ...draft, fields: { ...draft.fields, text: '', title: '' } }));
    expect(reading().picture).toBeNull();
    await settle(() => reading().choose('fra'));
    expect(recognise, 'nothing is shown to read again').toHaveBeenCalledTimes(1);
  });

  test('that could not be read says why', async () => {
    recognise.mockRejectedValue(new ReaderError('There is no text in this picture.'));
    const { reading, offer } = open();
    await offer(image);
    expect(reading().fault).toBe('There is no text in this picture.');
  });
});

describe('the language of pictures', () => {
  test("is the first of the browser's that there is, else English", () => {
    expect(open().reading().language).toBe('deu');
    vi.stubGlobal('navigator', { languages: ['pt-BR'] });
    expect(open().reading().language).toBe('eng');
  });

  test('is the one chosen last', async () => {
    const { reading } = open();
    await settle(() => reading().choose('spa'));
    expect(open().reading().language).toBe('spa');
  });

  test('can be chosen where nothing can be stored', async () => {
    stubForbiddenStorage();
    const { reading } = open();
    await settle(() => reading().choose('spa'));
    expect(reading().language).toBe('spa');
  });
});
