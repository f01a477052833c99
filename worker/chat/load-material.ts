/** Gathers what an answer is made from: the episode, what was said in it, and for whom it is. */
import type { Reader } from '../assistant/assistant.ts';
import { toAssistantEpisode } from '../episodes/assistant-episode.ts';
import { findEpisode } from '../episodes/store.ts';
import { createDatabase } from '../platform/database.ts';
import { describe, log } from '../platform/logging.ts';
import { findTranscript, type TranscriptDeps } from '../transcripts/find-transcript.ts';
import type { TranscriptLine } from '../transcripts/transcript.ts';
import { recentTranscript, rememberTranscript } from './recent-transcripts.ts';
import { findReader } from './store.ts';
import type { AnswerMaterial } from './write-answer.ts';

const NOBODY: Reader = { industry: null, role: null, goals: null };

export async function loadMaterial(
  deps: { db: D1Database; transcripts: TranscriptDeps },
  userId: string,
  episodeId: string,
): Promise<AnswerMaterial> {
  const db = createDatabase(deps.db);
  const [episode, reader, lines] = await Promise.all([
    findEpisode(db, episodeId),
    findReader(db, userId),
    // A transcript does not change, and the assistant keeps what it worked out about the array.
    recentTranscript(episodeId) ?? findLines(deps.transcripts, episodeId),
  ]);
  if (!episode) throw new Error('The episode of this conversation is gone');
  return { episode: toAssistantEpisode(episode, lines), reader: reader ?? NOBODY };
}

/** What was said; nothing where it cannot be had now: the answer then says so and uses the rest. */
async function findLines(deps: TranscriptDeps, episodeId: string): Promise<TranscriptLine[]> {
  try {
    const found = await findTranscript(deps, episodeId);
    if (found.status !== 'ready') return [];
    const { lines } = found.transcript;
    rememberTranscript(episodeId, lines);
    return lines;
  } catch (error) {
    log.warn('transcript_not_found', { episodeId, error: describe(error) });
    return [];
  }
}
