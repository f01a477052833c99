import { Parser } from 'htmlparser2';
import { decodeEntities } from '../../platform/plain-text.ts';
import { parseClock } from '../clock.ts';
import { type Cue, MAX_CUES } from './cues.ts';

/** Per second, if a file doesn't say; W3C's defaults. */
const FRAMES = 30;
const TICKS = 1;

interface Units {
  f: number;
  t: number;
}

/** Deeper than any real file. */
const MAX_DEPTH = 256;

/** An open element. */
interface Frame {
  name: string;
  /** The times of the innermost element that has some, around or at it. */
  timed: Timed | null;
  speaker: string | null;
  /** Inside a paragraph: where its text goes. */
  cue: TimedCue | null;
  isSaid: boolean;
}

interface Timed {
  start: number;
  end: number | null;
  /** The start of the timed element around; 0 if there is none. */
  from: number;
}

type TimedCue = Cue & { timed: Timed | null };

/**
 * Reads TTML as specified by W3C, and Apple's variant: each `<p>` is a cue, or each `<span>` with times inside
 * one without. Its agent is the speaker.
 */
export function readTtmlTranscript(text: string): Cue[] {
  const reader = new TtmlReader(text);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        reader.open(localName(name), attributes, !/^ttm:|:?metadata$/.test(name));
        if (reader.isFull) parser.pause();
      },
      onclosetag: () => reader.close(),
      ontext: (raw) => reader.addText(raw),
    },
    { xmlMode: true, lowerCaseTags: true, decodeEntities: false },
  );
  parser.end(text);
  return reader.read();
}

class TtmlReader {
  readonly #cues: TimedCue[] = [];
  readonly #open: Frame[] = [{ name: '', timed: null, speaker: null, cue: null, isSaid: true }];
  readonly #names: ReadonlyMap<string, string>;
  readonly #units: Units;
  /** With one element per word, the spaces are missing. */
  readonly #isByWord: boolean;

  constructor(text: string) {
    this.#names = agentsIn(text);
    this.#units = {
      f: 1 / Number(/\bframeRate\s*=\s*["'](\d+)/.exec(text)?.[1] ?? FRAMES),
      t: 1 / Number(/\btickRate\s*=\s*["'](\d+)/.exec(text)?.[1] ?? TICKS),
    };
    this.#isByWord = /unit\s*=\s*["']word/.test(text);
  }

  get isFull(): boolean {
    return this.#cues.length > MAX_CUES || this.#open.length > MAX_DEPTH;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, isSaid: boolean): void {
    const around = this.#innermost;
    const own = this.#timesOf(attributes, around.timed?.start ?? 0);
    const agent = attributes['ttm:agent'];
    const frame: Frame = {
      name,
      timed: own ?? around.timed,
      speaker:
        agent === undefined ? around.speaker : (this.#names.get(agent) ?? decodeEntities(agent)),
      cue: around.cue,
      isSaid: around.isSaid && isSaid,
    };
    const isTimedSpan = own !== null && around.cue !== null && around.cue.timed === null;
    if (name === 'p' || isTimedSpan) frame.cue = this.#addCue(own, frame.speaker);
    if (name === 'br') this.addText('\n');
    this.#open.push(frame);
  }

  close(): void {
    const { name, cue } = this.#innermost;
    if (this.#open.length > 1) this.#open.pop();
    if (name === 'span' && this.#isByWord && cue !== null) cue.text += ' ';
  }

  addText(raw: string): void {
    const { cue, isSaid } = this.#innermost;
    if (cue === null || !isSaid) return;
    // Words after a timed span belong to it rather than to no time.
    const target = cue.timed === null ? (this.#cues.at(-1) ?? cue) : cue;
    target.text += decodeEntities(raw);
  }

  /** The cues, with times from the beginning. */
  read(): Cue[] {
    const cues = this.#cues.slice(0, MAX_CUES);
    // The standard counts from the start of the element around; Apple always counts from the beginning.
    const isRelative = cues.some(({ timed }) => timed !== null && timed.start < timed.from);
    return cues.map(({ timed, speaker, text }) => {
      const { start = null, end = null, from = 0 } = timed ?? {};
      const since = (seconds: number | null) =>
        seconds !== null && isRelative ? from + seconds : seconds;
      return { start: since(start), end: since(end), speaker, text };
    });
  }

  get #innermost(): Frame {
    return this.#open.at(-1) as Frame;
  }

  #addCue(timed: Timed | null, speaker: string | null): TimedCue {
    const cue = { timed, start: null, end: null, speaker, text: '' };
    this.#cues.push(cue);
    return cue;
  }

  #timesOf({ begin, end, dur }: Readonly<Record<string, string>>, from: number): Timed | null {
    const start = parseTime(begin, this.#units);
    if (start === null) return null;
    const length = parseTime(dur, this.#units);
    return {
      start,
      end: parseTime(end, this.#units) ?? (length === null ? null : start + length),
      from,
    };
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** `1:02:03.5`, `00:00:01:12` with frames, `1.5s`, `1500ms`, or plain seconds. */
function parseTime(written: string | undefined, units: Units): number | null {
  if (written === undefined) return null;
  const [, clock = '', frames = '0'] = /^\s*(\d+:\d+:\d+):(\d+)\s*$/.exec(written) ?? [];
  const seconds = parseClock(clock || written);
  if (seconds !== null) return seconds + Number(frames) * units.f;
  const [, amount, unit = 's'] = /^\s*([\d.]+)(h|ms?|s|f|t)?\s*$/.exec(written) ?? [];
  if (amount === undefined) return null;
  const inSeconds: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001, ...units };
  return Math.round(Number(amount) * (inSeconds[unit] ?? 1) * 1000) / 1000;
}

/** The speakers' names by the id that paragraphs use. */
function agentsIn(text: string): Map<string, string> {
  const agents = text.matchAll(
    /<ttm:agent\b[^<>]{0,200}\bxml:id\s*=\s*["']([^"'<>]+)["'][^<>]{0,200}>\s*<ttm:name\b[^<>]{0,200}>([^<]+)/g,
  );
  return new Map([...agents].map(([, id = '', name = '']) => [id, decodeEntities(name).trim()]));
}
