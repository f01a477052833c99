import { z } from 'zod';
import { type XmlElement, XmlReader } from '../../feeds/xml.ts';
import { type Cue, MAX_CUES } from './cues.ts';

const json3Schema = z.object({
  events: z.array(
    z.object({
      tStartMs: z.number().optional(),
      dDurationMs: z.number().optional(),
      aAppend: z.number().optional(),
      segs: z.array(z.object({ utf8: z.string().optional() })).optional(),
    }),
  ),
});

/**
 * Parses YouTube's json3. Events that only append a line break or open a window are skipped.
 *
 * @returns null if it is something else
 */
export function readJson3(json: unknown): Cue[] | null {
  const parsed = json3Schema.safeParse(json);
  if (!parsed.success) return null;
  const cues = parsed.data.events.map(({ tStartMs = 0, dDurationMs = 0, segs = [] }) =>
    timed(tStartMs / 1000, dDurationMs / 1000, segs.map(({ utf8 = '' }) => utf8).join('')),
  );
  return withoutOverlap(cues.filter((cue) => cue.text.trim() !== ''));
}

/**
 * Parses YouTube's XML: srv1 and srv2 (`<transcript><text start dur>`, seconds) and srv3
 * (`<timedtext><body> <p t d>`, milliseconds, perhaps with `<s>` per word).
 */
export function readTimedTextXml(text: string): Cue[] {
  const cues: Cue[] = [];
  const isCue = (name: string) => name === 'text' || name === 'p';
  const reader = new XmlReader('https://www.youtube.com/', isCue, (element) => {
    const cue = element.name === 'text' ? srv1Cue(element) : srv3Cue(element);
    if (cue !== null && cue.text.trim() !== '') cues.push(cue);
    return cues.length < MAX_CUES;
  });
  reader.write(text);
  reader.end();
  return withoutOverlap(cues);
}

function srv1Cue(element: XmlElement): Cue | null {
  const { attributes, text } = element;
  // srv2 combines srv1's elements with srv3's attributes.
  if (attributes.start === undefined) return srv3Cue(element);
  const start = Number(attributes.start);
  return Number.isNaN(start) ? null : timed(start, Number(attributes.dur ?? 0), withoutTags(text));
}

function srv3Cue({ attributes, text }: XmlElement): Cue | null {
  const start = Number(attributes.t ?? Number.NaN);
  if (Number.isNaN(start)) return null;
  return timed(start / 1000, Number(attributes.d ?? 0) / 1000, withoutTags(text));
}

function timed(start: number, duration: number, text: string): Cue {
  const end = duration > 0 ? Math.round((start + duration) * 1000) / 1000 : null;
  return { start, end, speaker: null, text: text.replaceAll('\u200b', '') };
}

/** Hand-styled captions, which srv1 contains as escaped tags. */
function withoutTags(text: string): string {
  return text.replace(/<\/?[a-z][^<>]*>/gi, '');
}

/** Two lines are visible at once, so each overlaps the next; their end is moved. */
function withoutOverlap(cues: Cue[]): Cue[] {
  return cues.map((cue, index) => {
    const next = cues[index + 1]?.start ?? null;
    const overlaps = cue.end !== null && next !== null && next > (cue.start ?? 0) && next < cue.end;
    return overlaps ? { ...cue, end: next } : cue;
  });
}
