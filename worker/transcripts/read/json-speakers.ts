/** Who speaks, in JSON that lists speakers apart from what they say. */
import { z } from 'zod';
import type { Time } from './times.ts';

/** A name, or an id or a number of a speaker. */
export type Speaker = string | number | null;

export interface Names {
  /** Of speakers whom segments only number. */
  byId: ReadonlyMap<string, string>;
  /** Of words that are listed without their speakers. */
  byStart: ReadonlyMap<number, string>;
}

const personSchema = z.object({
  id: z.union([z.string(), z.number()]),
  name: z.string().optional(),
  speaker_name: z.string().optional(),
});
const speakersSchema = z.object({ speakers: z.array(personSchema) });

/** The names of speakers whom segments only number; of most files none. */
function namesById(json: unknown): ReadonlyMap<string, string> {
  const { speakers } = speakersSchema.safeParse(Object(json).speech ?? json).data ?? {
    speakers: [],
  };
  return new Map(
    speakers.map(({ id, name, speaker_name: other }) => [`${id}`, name ?? other ?? '']),
  );
}

const labelsSchema = z.object({
  results: z.object({
    speaker_labels: z.object({
      segments: z.array(
        z.object({
          items: z.array(z.object({ start_time: z.coerce.number(), speaker_label: z.string() })),
        }),
      ),
    }),
  }),
});

/** Who says each word, by its start, in files that list speakers and words apart. */
function namesByStart(json: unknown): ReadonlyMap<number, string> {
  const { segments } = labelsSchema.safeParse(json).data?.results.speaker_labels ?? {
    segments: [],
  };
  return new Map(
    segments.flatMap(({ items }) => items.map((one) => [one.start_time, one.speaker_label])),
  );
}

export function namesIn(json: unknown): Names {
  return { byId: namesById(json), byStart: namesByStart(json) };
}

/** Returns the name of who speaks in a segment; null if it is unknown. */
export function nameOf(speaker: Speaker, start: Time | null, names: Names): string | null {
  const written = `${speaker ?? ''}`.trim() || names.byStart.get(start?.amount ?? -1);
  if (written === undefined) return null;
  const name = names.byId.get(written) || written;
  return /^\d+$/.test(name) ? `Speaker ${name}` : name;
}
