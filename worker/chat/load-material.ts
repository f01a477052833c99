/** Collects what an answer needs: the episode, its transcript and the reader's profile. */
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { Reader } from '../assistant/assistant.ts';
import { toAssistantEpisode } from '../episodes/assistant-episode.ts';
import { createDatabase } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import { findTranscript, type TranscriptDeps } from '../transcripts/find-transcript.ts';
import { recentTranscript, rememberTranscript } from '../transcripts/recent-transcripts.ts';
import { findSubject, type Subject } from './store.ts';
import type { AnswerMaterial } from './write-answer.ts';

export const NOBODY: Reader = { industry: null, role: null, goals: null };

interface MaterialDeps {
  db: D1Database;
  transcripts: TranscriptDeps;
}

/** What D1 said at the latest questions of this isolate, by reader and episode, oldest first. */
const recentSubjects = new Map<string, Subject>();
const MAX_SUBJECTS = 500;

class EpisodeGone extends Error {}

/** Returns the material from memory if it is there, and then reads D1 in `newer`. While D1 fails, that stays true. */
export async function loadMaterial(
  deps: MaterialDeps,
  userId: string,
  episodeId: string,
): Promise<AnswerMaterial> {
  const recent = recentSubjects.get(keyOf(userId, episodeId));
  const lines = recent && recentTranscript(episodeId, recent.transcriptVersion);
  if (!lines) return withLines(deps, await readSubject(deps, userId, episodeId));
  const newer = async () => {
    const subject = await readSubject(deps, userId, episodeId).catch((error: unknown) => {
      if (error instanceof EpisodeGone) throw error;
      log.warn('subject_not_read', { episodeId, error: describeError(error) });
      return recent;
    });
    const isSame = JSON.stringify(subject) === JSON.stringify(recent);
    return isSame ? null : withLines(deps, subject);
  };
  return { ...toMaterial(recent, lines), newer };
}

const keyOf = (userId: string, episodeId: string) => `${userId} ${episodeId}`;

async function readSubject(
  { db }: MaterialDeps,
  userId: string,
  episodeId: string,
): Promise<Subject> {
  const subject = await findSubject(createDatabase(db), userId, episodeId);
  const key = keyOf(userId, episodeId);
  recentSubjects.delete(key);
  if (!subject) throw new EpisodeGone('The episode of this conversation no longer exists');
  recentSubjects.set(key, subject);
  const [oldest] = recentSubjects.keys();
  if (recentSubjects.size > MAX_SUBJECTS && oldest !== undefined) recentSubjects.delete(oldest);
  return subject;
}

async function withLines(deps: MaterialDeps, subject: Subject): Promise<AnswerMaterial> {
  const { episode, transcriptVersion } = subject;
  const lines =
    recentTranscript(episode.id, transcriptVersion) ??
    (await findLines(deps.transcripts, episode.id, transcriptVersion));
  if (lines) return toMaterial(subject, lines);
  const { episode: unread, reader } = toMaterial(subject, []);
  return { episode: { ...unread, isTemporary: true }, reader };
}

function toMaterial({ episode, reader }: Subject, lines: TranscriptLine[]) {
  return { episode: toAssistantEpisode(episode, lines), reader: reader ?? NOBODY };
}

/**
 * Returns the lines of the transcript, none if there is no transcript, and null if it can't be read right
 * now. The answer then says so and uses the rest.
 */
async function findLines(
  deps: TranscriptDeps,
  episodeId: string,
  version: number | null,
): Promise<TranscriptLine[] | null> {
  try {
    const found = await findTranscript(deps, episodeId);
    if (found.status !== 'ready') return [];
    return rememberTranscript(episodeId, version, found.transcript.lines);
  } catch (error) {
    log.warn('transcript_not_found', { episodeId, error: describeError(error) });
    return null;
  }
}
