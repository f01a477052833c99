/** What the API answers, as the description of the API lists it. */
import { z } from 'zod';

export interface Reply {
  status: number;
  /** When it is sent and what it holds, in a sentence. */
  description: string;
  /** Of the JSON body, or of one line of a stream; null where there is no body or it is no JSON. */
  schema: z.ZodType | null;
  /** `application/json` where there is a schema and nothing else is said. */
  contentType?: string;
}

/** One method of one path, and its reply when all goes well. Errors have a shape of their own. */
export interface Operation extends Reply {
  /** What it does, in a line. */
  summary: string;
  /** The room that answers. */
  tag: string;
  /** Other good replies. */
  also?: Reply[];
}

/** @param operations by method and path, as Hono writes them: 'GET /api/podcasts/:id/cover' */
export function inRoom(
  tag: string,
  operations: Record<string, Omit<Operation, 'tag'>>,
): Record<string, Operation> {
  return Object.fromEntries(
    Object.entries(operations).map(([door, operation]) => [door, { ...operation, tag }]),
  );
}

/** ISO 8601 in UTC. */
export const timeSchema = z.iso.datetime();

const doneSchema = z.object({ success: z.literal(true) });

/** A 200 that says no more than that it was done. */
export const done = (description: string): Reply => ({
  status: 200,
  description,
  schema: doneSchema,
});
