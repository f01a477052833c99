/** Pieces that several contracts share. */
import { z } from 'zod';

export const idSchema = z.uuid();
/** A time in replies: ISO 8601, UTC. */
export const timeSchema = z.iso.datetime();

/** `/{id}` in a path. */
export const idParamSchema = z.object({ id: idSchema });
export const episodeIdParamSchema = z.object({ episodeId: idSchema });

/** Every error but those of log-in, registration and profile, which are plain text. */
export const errorReplySchema = z.object({ error: z.string(), message: z.string() });
export type ErrorReply = z.infer<typeof errorReplySchema>;
