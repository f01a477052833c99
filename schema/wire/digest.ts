import { z } from 'zod';
import { writeIdSchema } from './common.ts';

export type { Digest, DigestSummary } from './replies/digest.ts';

/** In the query, because the request has no body. */
export const generateDigestSchema = z.object({ id: writeIdSchema.optional() });

/**
 * The address of a position in an episode's transcript.
 *
 * @param at seconds from the start of the audio; of a source, the paragraph
 */
export function placePath(episodeId: string, at: number): string {
  return `/tools?${new URLSearchParams({ episode: episodeId, at: String(at) })}`;
}
