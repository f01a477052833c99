/** Makes review items from a user's questions, saved insights and moments. */
import { and, desc, eq } from 'drizzle-orm';
import { REVIEW_BACK_MAX_CHARS, REVIEW_FRONT_MAX_CHARS } from '../../schema/limits.ts';
import { chatFollowUps, chatSessions } from '../../schema/tables/chat.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import { moments } from '../../schema/tables/listening.ts';
import { quizQuestions, type StoredQuestion } from '../../schema/tables/quiz.ts';
import { characterCount } from '../../schema/wire/character-count.ts';
import { PLACE_PATTERN, placeNumber } from '../../schema/wire/clock.ts';
import { type AddReview, frontOfMoment } from '../../schema/wire/review.ts';
import { escapeText } from '../assistant/markdown.ts';
import type { Database } from '../platform/database.ts';
import { htmlToText, looksLikeHtml } from '../platform/plain-text.ts';
import type { NewItem } from './store.ts';

/** Returns null if the user has no such thing. */
export function makeItem(db: Database, userId: string, source: AddReview): Promise<NewItem | null> {
  switch (source.kind) {
    case 'question':
      return questionItem(db, userId, source.sourceId);
    case 'insight':
      return insightItem(db, userId, source);
    case 'moment':
      return momentItem(db, userId, source);
  }
}

async function questionItem(db: Database, userId: string, hash: string): Promise<NewItem | null> {
  const [row] = await db
    .select({ question: quizQuestions.question, episodeId: quizQuestions.episodeId })
    .from(quizQuestions)
    .where(and(eq(quizQuestions.userId, userId), eq(quizQuestions.questionHash, hash)));
  return row ? { ...asItem(row.question), sourceId: hash, episodeId: row.episodeId } : null;
}

/** A quiz question as an item: the question in front, the right option on the back. */
export function asItem({ question, options, correctAnswerIndex, explanation }: StoredQuestion) {
  return {
    kind: 'question',
    front: question,
    back: options[correctAnswerIndex] ?? '',
    options,
    explanation,
    seconds: firstPlace(explanation),
  } as const;
}

/** The front of a saved chat answer is its question; that of an insight names the episode. */
async function insightItem(
  db: Database,
  userId: string,
  { sourceId, front, back }: Extract<AddReview, { kind: 'insight' }>,
): Promise<NewItem | null> {
  const [row] = await db
    .select({
      text: savedInsights.insight,
      episodeId: savedInsights.episodeId,
      title: episodes.title,
      question: chatFollowUps.question,
    })
    .from(savedInsights)
    .innerJoin(episodes, eq(episodes.id, savedInsights.episodeId))
    .leftJoin(
      chatSessions,
      and(eq(chatSessions.userId, userId), eq(chatSessions.episodeId, savedInsights.episodeId)),
    )
    .leftJoin(
      chatFollowUps,
      and(
        eq(chatFollowUps.sessionId, chatSessions.id),
        eq(chatFollowUps.answer, savedInsights.insight),
      ),
    )
    .where(and(eq(savedInsights.userId, userId), eq(savedInsights.id, sourceId)))
    // Prefers the conversation with this answer to others about the episode.
    .orderBy(desc(chatFollowUps.id))
    .limit(1);
  if (!row) return null;
  const text = looksLikeHtml(row.text) ? htmlToText(row.text) : row.text;
  const answer = back ?? (row.question === null ? summaryOf(text) : text);
  return {
    kind: 'insight',
    sourceId,
    episodeId: row.episodeId,
    seconds: firstPlace(answer) ?? firstPlace(text),
    front: cut(
      front ?? row.question ?? `What does “${row.title}” come to?`,
      REVIEW_FRONT_MAX_CHARS,
    ),
    back: cut(answer, REVIEW_BACK_MAX_CHARS),
    options: null,
    explanation: null,
  };
}

/** The back is what was said or, without a transcript, the reader's note. */
async function momentItem(
  db: Database,
  userId: string,
  { sourceId, front, back }: Extract<AddReview, { kind: 'moment' }>,
): Promise<NewItem | null> {
  const [row] = await db
    .select({
      text: moments.text,
      note: moments.note,
      speaker: moments.speaker,
      start: moments.startSeconds,
      episodeId: moments.episodeId,
      title: episodes.title,
    })
    .from(moments)
    .innerJoin(episodes, eq(episodes.id, moments.episodeId))
    .where(and(eq(moments.userId, userId), eq(moments.id, sourceId)));
  if (!row) return null;
  const said = row.text === '' ? row.note : row.text;
  const answer = back ?? escapeText(said);
  if (answer === '') return null;
  return {
    kind: 'moment',
    sourceId,
    episodeId: row.episodeId,
    seconds: Math.floor(row.start),
    front: cut(front ?? frontOfMoment(row), REVIEW_FRONT_MAX_CHARS),
    back: cut(answer, REVIEW_BACK_MAX_CHARS),
    options: null,
    explanation: null,
  };
}

const POINTS = 3;

/** Returns an insight's summary: the text before its first heading, or else its first points. */
function summaryOf(markdown: string): string {
  const blocks = markdown.split(/\n{2,}/).map((block) => block.trim());
  const untilHeading = blocks.slice(0, Math.max(0, blocks.findIndex(isHeading)));
  // A paragraph in italics is a notice about how the insight was made.
  const gist = untilHeading.filter((block) => block !== '' && !/^_.*_$/s.test(block));
  if (gist.length > 0) return gist.join('\n\n');
  const points = markdown.match(/^[-*] .+$/gm)?.slice(0, POINTS);
  return points ? points.join('\n') : markdown;
}

const isHeading = (block: string) => block.startsWith('#');

/** Cuts a long text after a paragraph, or else after a word. */
function cut(text: string, maxChars: number): string {
  const whole = text.trim();
  if (characterCount(whole) <= maxChars) return whole;
  const start = whole.slice(0, maxChars - 1).toWellFormed();
  const end = Math.max(start.lastIndexOf('\n\n'), 0) || Math.max(start.lastIndexOf(' '), 0);
  return `${start.slice(0, end || undefined).trimEnd()}…`;
}

const PLACE = new RegExp(String.raw`(?<!\\)\[(${PLACE_PATTERN})\]`);

/** Returns the first place that a text cites, in seconds or as a paragraph; null if there is none. */
function firstPlace(markdown: string): number | null {
  const label = PLACE.exec(markdown)?.[1];
  return label === undefined ? null : placeNumber(label);
}
