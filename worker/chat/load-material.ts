/** Collects what an answer needs: the episode, its transcript and the reader's profile. */
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { Reader } from '../assistant/assistant.ts';
import { toAssistantEpisode } from '../episodes/assistant-episode.ts';
import { createDatabase } from '../platform/database.ts';
import { describe, log } from '../platform/logging.ts';
import { findTranscript, type TranscriptDeps } from '../transcripts/find-transcript.ts';
import { recentTranscript, rememberTranscript } from './recent-transcripts.ts';
import { findSubject } from './store.ts';
import type { AnswerMaterial } from './write-answer.ts';

export const NOBODY: Reader = { industry: null, role: null, goals: null };

export async function loadMaterial(
  deps: { db: D1Database; transcripts: TranscriptDeps },
  userId: string,
  episodeId: string,
): Promise<AnswerMaterial> {
  const subject = await findSubject(createDatabase(deps.db), userId, episodeId);
  if (!subject) throw new Error('The episode of this conversation no longer exists');
  const { episode, transcriptVersion, reader } = subject;
  // The assistant caches its analysis per array.
  const lines =
    recentTranscript(episodeId, transcriptVersion) ??
    (await findLines(deps.transcripts, episodeId, transcriptVersion));
  return { episode: toAssistantEpisode(episode, lines), reader: reader ?? NOBODY };
}

/**
 * Returns the transcript, or nothing if it is unavailable right now. The answer then says so and uses
 * the rest.
 */
async function findLines(
  deps: TranscriptDeps,
  episodeId: string,
  version: number | null,
): Promise<TranscriptLine[]> {
  try {
    const found = await findTranscript(deps, episodeId);
    if (found.status !== 'ready') return [];
    const { lines } = found.transcript;
    rememberTranscript(episodeId, version, lines);
    return lines;
  } catch (error) {
    log.warn('transcript_not_found', { episodeId, error: describe(error) });
    return [];
  }
}
