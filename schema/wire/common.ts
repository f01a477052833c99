/** Schemas shared by several contracts. */
import { z } from 'zod';

export const idSchema = z.uuid();

/**
 * Identifies a write that makes something. The client makes it, so that a write which is sent again because its reply
 * was lost makes it once.
 */
export const writeIdSchema = idSchema.describe(
  'A UUID of your choice. If you got no reply, send the request again with the same one.',
);

/** Where the specification fixes the body, a write's id is in a header. */
export const writeIdHeadersSchema = z.object({ 'Idempotency-Key': writeIdSchema.optional() });

/**
 * Validates a list only up to its first faulty element. Zod collects the problems of all elements, and for a
 * megabyte of empty objects that takes seconds. Valid elements are read twice, those of a list within a list
 * four times.
 */
export const failFast = <Element extends z.ZodType>(list: z.ZodArray<Element>) =>
  z.preprocess((value) => {
    if (!Array.isArray(value)) return value;
    const faulty = value.findIndex((element) => !list.element.safeParse(element).success);
    return faulty < 0 ? value : value.slice(0, faulty + 1);
  }, list);

/** `/{id}` in a path. */
export const idParamSchema = z.object({ id: idSchema });
export const episodeIdParamSchema = z.object({ episodeId: idSchema });

/**
 * Where a page of a grouped list ended: the group's newest time and id, then the row's own. Opaque to
 * clients.
 */
const PAGE_CURSOR = /^(\d{1,15})\.([\da-f-]{36})\.(\d{1,15})\.([\da-f-]{36})$/;

export interface PageCursor {
  /** Milliseconds since 1970. */
  groupTime: number;
  groupId: string;
  /** Milliseconds since 1970. */
  time: number;
  id: string;
}

/** `?cursor=` */
export const pageQuerySchema = z.object({
  cursor: z
    .string()
    .regex(PAGE_CURSOR, 'Invalid cursor')
    .transform((text): PageCursor => {
      const [groupTime = '', groupId = '', time = '', id = ''] = text.split('.');
      return { groupTime: Number(groupTime), groupId, time: Number(time), id };
    })
    .optional(),
});

/**
 * Where a page of a list by time ended: the last row's time and id, which a client may have made in
 * capitals. Opaque to clients.
 */
const ROW_CURSOR = /^(\d{1,15})\.([\da-f-]{36})$/i;

export const rowCursorSchema = z
  .string()
  .regex(ROW_CURSOR, 'Invalid cursor')
  .transform((text) => {
    const [time = '', id = ''] = text.split('.');
    return { time: new Date(Number(time)), id };
  });
export type RowCursor = z.output<typeof rowCursorSchema>;

/** As `rowCursorSchema` reads it. */
export function writeRowCursor({ time, id }: RowCursor): string {
  return `${time.getTime()}.${id}`;
}

/** As `pageQuerySchema` reads it. */
export function writeCursor({ groupTime, groupId, time, id }: PageCursor): string {
  return [groupTime, groupId, time, id].join('.');
}
