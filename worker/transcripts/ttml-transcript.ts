import { type XmlElement, XmlReader } from '../feeds/xml.ts';
import { decodeEntities } from '../platform/plain-text.ts';
import { parseClock } from './clock.ts';
import { type Cue, MAX_CUES } from './cues.ts';

/** Per second, if a file doesn't say; W3C's defaults. */
const FRAMES = 30;
const TICKS = 1;

interface Units {
  f: number;
  t: number;
}

/** Reads TTML as specified by W3C, and Apple's variant: each `<p>` is a cue, its agent the speaker. */
export function readTtmlTranscript(text: string): Cue[] {
  const cues: Cue[] = [];
  const names = agentsIn(text);
  const units = {
    f: 1 / Number(/\bframeRate\s*=\s*["'](\d+)/.exec(text)?.[1] ?? FRAMES),
    t: 1 / Number(/\btickRate\s*=\s*["'](\d+)/.exec(text)?.[1] ?? TICKS),
  };
  const isCue = (name: string) => name === 'p' || name.endsWith(':p');
  const reader = new XmlReader('https://www.w3.org/ns/ttml', isCue, (element) => {
    cues.push(cueOf(element, units, names));
    return cues.length < MAX_CUES;
  });
  // With one element per word, the spaces are missing.
  reader.write(/unit\s*=\s*["']word/.test(text) ? text.replaceAll('</span>', '</span> ') : text);
  reader.end();
  return cues;
}

function cueOf(element: XmlElement, units: Units, names: ReadonlyMap<string, string>): Cue {
  const { begin, end, dur } = element.attributes;
  const start = parseTime(begin, units);
  const length = parseTime(dur, units);
  const agent = element.attributes['ttm:agent'];
  return {
    start,
    end: parseTime(end, units) ?? (start === null || length === null ? null : start + length),
    speaker: agent === undefined ? null : (names.get(agent) ?? agent),
    text: element.text,
  };
}

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
