/** Pieces that several contracts share. */
import { z } from 'zod';

export const idSchema = z.uuid();

/** `/{id}` in a path. */
export const idParamSchema = z.object({ id: idSchema });
export const episodeIdParamSchema = z.object({ episodeId: idSchema });
