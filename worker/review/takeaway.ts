/** The takeaway of the day: one from the week's episodes that its reader hasn't seen yet. */
import { subDays } from 'date-fns';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { reviewDays, type ShownTakeaway } from '../../schema/tables/review.ts';
import type { User } from '../../schema/wire/accounts.ts';
import type { Takeaway } from '../../schema/wire/review.ts';
import type { Assistant, AssistantEpisode, Reader } from '../assistant/assistant.ts';
import { placeOf, type Statement } from '../assistant/evidence.ts';
import { likeness, type TextVectors } from '../assistant/text-vectors.ts';
import {
  type ListedEpisode,
  listSubscribedEpisodes,
  mayHaveTranscript,
  withTranscript,
} from '../episodes/subscribed-episodes.ts';
import type { Database } from '../platform/database.ts';
import type { TranscriptDeps } from '../transcripts/find-transcript.ts';
import { dayOf } from './days.ts';
import { findSettings } from './settings.ts';

/** Only the newest episodes are read, because somebody is waiting. */
const EPISODES_READ = 6;
const EPISODES_CONSIDERED = 40;
/** Takeaways that are not repeated. Older ones come from episodes outside the week. */
const SHOWN_READ = 60;

export interface TakeawayDeps extends TranscriptDeps {
  /** Quotes the transcript word for word. */
  assistant: Assistant;
  loadMeanings: () => Promise<TextVectors>;
  /** Finishes work that the reply doesn't wait for. */
  later: (work: Promise<unknown>) => void;
}

/** Returns the same takeaway all day; null if there is nothing new. */
export async function takeawayOfDay(
  deps: TakeawayDeps,
  user: User,
  { timeZone, now, days }: { timeZone?: string | undefined; now: Date; days: number },
): Promise<Takeaway | null> {
  const today = dayOf(now, timeZone ?? (await findSettings(deps.db, user.id)).timeZone);
  const shown = await listShown(deps.db, user.id);
  const ofToday = shown.find(({ day }) => day === today);
  if (ofToday) return withTitles(deps.db, ofToday.takeaway);
  const chosen = await chooseTakeaway(
    deps,
    user,
    subDays(now, days),
    new Set(shown.map(({ takeaway }) => keyOf(takeaway))),
  );
  if (!chosen) return null;
  return withTitles(deps.db, await saveShown(deps.db, user.id, today, chosen));
}

const keyOf = ({ episodeId, text }: Pick<ShownTakeaway, 'episodeId' | 'text'>) =>
  `${episodeId} ${text}`;

async function listShown(db: Database, userId: string) {
  const rows = await db
    .select({ day: reviewDays.day, takeaway: reviewDays.takeaway })
    .from(reviewDays)
    .where(and(eq(reviewDays.userId, userId), isNotNull(reviewDays.takeaway)))
    .orderBy(desc(reviewDays.day))
    .limit(SHOWN_READ);
  return rows.flatMap(({ day, takeaway }) => (takeaway ? [{ day, takeaway }] : []));
}

/** Of two concurrent requests, both get the first one's takeaway. */
async function saveShown(
  db: Database,
  userId: string,
  day: number,
  takeaway: ShownTakeaway,
): Promise<ShownTakeaway> {
  const [row] = await db
    .insert(reviewDays)
    .values({ userId, day, isKept: false, takeaway })
    .onConflictDoUpdate({
      target: [reviewDays.userId, reviewDays.day],
      set: { takeaway: sql`coalesce(${reviewDays.takeaway}, excluded.takeaway)` },
    })
    .returning({ takeaway: reviewDays.takeaway });
  return row?.takeaway ?? takeaway;
}

async function withTitles(db: Database, takeaway: ShownTakeaway): Promise<Takeaway | null> {
  const [titles] = await db
    .select({ episodeTitle: episodes.title, podcastTitle: podcasts.title })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .where(eq(episodes.id, takeaway.episodeId));
  return titles ? { ...takeaway, ...titles } : null;
}

async function chooseTakeaway(
  deps: TakeawayDeps,
  reader: User,
  since: Date,
  shown: ReadonlySet<string>,
): Promise<ShownTakeaway | null> {
  const listed = await listSubscribedEpisodes(deps.db, reader.id, {
    since,
    count: EPISODES_CONSIDERED,
  });
  const isReady = ({ transcriptStatus }: ListedEpisode) => transcriptStatus === 'ready';
  const readable = listed.filter(isReady);
  const missing = listed.filter((one) => !isReady(one) && mayHaveTranscript(one));
  deps.later(fetchTranscripts(deps, missing.slice(0, EPISODES_READ)));
  const fit = await fitOf(deps.loadMeanings, reader);
  const candidates: { takeaway: ShownTakeaway; fit: number }[] = [];
  // One after the other, so that what is remembered of them stays within its limit.
  for (const listedEpisode of readable.slice(0, EPISODES_READ)) {
    const episode = await withTranscript(deps, listedEpisode, { isRemembered: true });
    const { result } = await deps.assistant.writeInsight(episode, reader, {});
    for (const statement of [...result.takeaways, ...result.actions]) {
      const takeaway = asShown(episode, statement);
      if (takeaway && !shown.has(keyOf(takeaway))) {
        candidates.push({ takeaway, fit: fit(takeaway) });
      }
    }
  }
  // Between equal ones, the newest episode's wins.
  return (
    candidates.reduce<(typeof candidates)[number] | null>(
      (best, one) => (best === null || one.fit > best.fit ? one : best),
      null,
    )?.takeaway ?? null
  );
}

/** For the next choice: else nothing is new for a reader whose episodes nobody has opened yet. */
async function fetchTranscripts(deps: TranscriptDeps, missing: ListedEpisode[]): Promise<void> {
  for (const episode of missing) await withTranscript(deps, episode);
}

function asShown(episode: AssistantEpisode, statement: Statement): ShownTakeaway | null {
  const [evidence] = statement.evidence;
  const place = evidence ? placeOf(episode.lines, evidence) : null;
  if (!evidence || !place) return null;
  return {
    episodeId: episode.id,
    text: evidence.quotation,
    speaker: place.speaker,
    seconds: place.seconds === null ? null : Math.floor(place.seconds),
    because: statement.because ?? null,
  };
}

/** A stated reason counts more than any similarity, which is at most 1. */
async function fitOf(loadMeanings: TakeawayDeps['loadMeanings'], reader: Reader) {
  const profile = [reader.role, reader.goals, reader.industry].join(' ').trim();
  if (profile === '') return () => 0;
  const meanings = await loadMeanings();
  const wanted = meanings.of(profile);
  return ({ text, because }: ShownTakeaway) => {
    const said = wanted && meanings.of(text);
    return (because === null ? 0 : 1) + (wanted && said ? likeness(wanted, said) : 0);
  };
}
