/**
 * A whole account as one JSON document, written by exports and read by imports. Its JSON Schema is
 * generated from this file. It contains no credentials: no password, token, session id or feed address.
 */
import { z } from 'zod';
import { FEED_KINDS, REVIEW_KINDS, SOURCE_KINDS } from '../kinds.ts';
import {
  CATEGORIES,
  CONTENT_MAX_CHARS,
  FEED_URL_MAX_CHARS,
  FOLLOW_UPS_MAX,
  INSIGHT_MAX_CHARS,
  NOTES_MAX_CHARS,
  REVIEW_BACK_MAX_CHARS,
  SOURCE_AUTHOR_MAX_CHARS,
  SOURCE_TITLE_MAX_CHARS,
  TAG_MAX_CHARS,
  TAGS_MAX,
  TITLE_MAX_CHARS,
  URL_MAX_CHARS,
} from '../limits.ts';
import { failFast } from './common.ts';
import { EPISODE_TYPES } from './episode-page.ts';
import { textSchema } from './text.ts';

export const ACCOUNT_DOCUMENT_FORMAT = 'dripcast-account';
export const ACCOUNT_DOCUMENT_VERSION = 1;

/** For texts without a limit of their own; longer than any of them. */
const TEXT_MAX_CHARS = 200_000;
/** For answers in a conversation and notes on a moment. */
const PASSAGE_MAX_CHARS = 20_000;

const id = z.uuid();
const time = z.iso.datetime().describe('ISO 8601, UTC');
const text = textSchema.max(TEXT_MAX_CHARS);
/** Cuts what is longer than anything that the product itself would have stored. */
const cutTo = (maxChars: number) =>
  text.overwrite((long) => long.slice(0, maxChars).toWellFormed());
/** Titles and names. */
const line = cutTo(TITLE_MAX_CHARS);
/** Of many rows that are shown at once. */
const passage = cutTo(PASSAGE_MAX_CHARS);
/** Of cards and questions, of which a quiz reads a thousand. */
const side = cutTo(REVIEW_BACK_MAX_CHARS);
const url = z.string().max(FEED_URL_MAX_CHARS);
/** Days since 1970, in the reader's time zone. */
const day = z.int().min(0).max(100_000).describe('Days since 1970-01-01');
const count = z.int().min(0);
const seconds = z.number().min(0).nullable().describe('From the start of the audio');
const hash = z.string().regex(/^[\da-f]{64}$/);

const podcast = z.object({
  id,
  feedUrl: url,
  title: line,
  host: line,
  description: passage,
  category: z.enum(CATEGORIES),
  imageUrl: url.nullable(),
  youtubeUrl: url.nullable(),
  youtubeChannelId: line.nullable(),
  language: line.nullable(),
  /** Part of the catalogue. */
  isListed: z.boolean(),
  /** Its feed is private to this reader. */
  isPrivate: z.boolean(),
  subscribedAt: time.nullable(),
  /** Set for a podcast that the reader added. */
  own: z
    .object({ category: z.enum(CATEGORIES), addedAt: time, removedAt: time.nullable() })
    .nullable(),
});

const episode = z.object({
  id,
  podcastId: id,
  guid: cutTo(FEED_URL_MAX_CHARS),
  title: line,
  description: passage,
  publishedAt: time.nullable(),
  durationSeconds: count.nullable(),
  link: url.nullable(),
  audioUrl: url.nullable(),
  imageUrl: url.nullable(),
  youtubeVideoId: line.nullable(),
  isYoutubeShort: z.boolean(),
  number: z.number().nullable(),
  season: z.int().nullable(),
  type: z.enum(EPISODE_TYPES),
  isExplicit: z.boolean().nullable(),
});

const savedInsight = z.object({
  id,
  episodeId: id,
  /** Markdown, or HTML. */
  insight: textSchema.min(1).max(INSIGHT_MAX_CHARS),
  userNotes: textSchema.max(NOTES_MAX_CHARS).nullable(),
  tags: failFast(z.array(textSchema.min(1).max(TAG_MAX_CHARS)).max(TAGS_MAX)),
  generatedAt: time,
});

/** An insight that was generated for the reader. Asking for it again is free. */
const generatedInsight = z.object({
  episodeId: id,
  /** Markdown. */
  insight: text,
  kind: z.enum(['workers-ai', 'openai-compatible', 'embedded']),
  model: line,
  generatedAt: time,
});

const conversation = z.object({
  id,
  /** Null for a conversation about all podcasts. */
  episodeId: id.nullable(),
  remainingFollowUps: count,
  createdAt: time,
  followUps: failFast(
    z
      .array(z.object({ id, question: passage, answer: passage, createdAt: time }))
      .max(FOLLOW_UPS_MAX),
  ),
});

const moment = z.object({
  id,
  episodeId: id,
  startSeconds: z.number().min(0),
  endSeconds: z.number().min(0),
  /** What was said. */
  text: passage,
  speaker: line.nullable(),
  note: passage,
  createdAt: time,
});

const position = z.object({
  episodeId: id,
  seconds: z.number().min(0),
  durationSeconds: z.number().min(0).nullable(),
  at: time,
});

const reviewItem = z.object({
  id,
  kind: z.enum(REVIEW_KINDS),
  /** A saved insight's or a moment's id, or a question's SHA-256. */
  sourceId: textSchema.max(100),
  episodeId: id,
  seconds,
  front: side,
  back: side,
  options: failFast(z.array(line).max(20)).nullable(),
  explanation: side.nullable(),
  dueDay: day,
  stability: z.number().nullable(),
  difficulty: z.number().nullable(),
  lastDay: day.nullable(),
  wrongDay: day.nullable(),
  reps: count,
  lapses: count,
  createdAt: time,
  grades: failFast(
    z.array(z.object({ gradeId: id, rating: z.int().min(1).max(4), at: time, day })).max(10_000),
  ),
});

const takeaway = z.object({
  episodeId: id,
  text: passage,
  speaker: line.nullable(),
  seconds,
  because: line.nullable(),
});

const quizQuestion = z.object({
  questionHash: hash,
  episodeId: id,
  question: side,
  options: failFast(z.array(line).max(20)),
  correctAnswerIndex: count,
  explanation: side,
  askedAt: time,
  timesWrong: count,
  timesRight: count,
});

const quizResult = z.object({
  id,
  score: count,
  totalQuestions: count,
  performanceMessage: line,
  createdAt: time,
});

const digest = z.object({
  id,
  title: line,
  periodStart: time,
  periodEnd: time,
  /** Markdown. */
  digest: cutTo(INSIGHT_MAX_CHARS),
  episodes: failFast(
    z
      .array(z.object({ id, title: line, podcastTitle: line, publishedAt: time.nullable() }))
      .max(1_000),
  ),
  createdAt: time,
});

/** A text that the reader added. Its id may be used wherever an episode's may. */
const source = z.object({
  id,
  kind: z.enum(SOURCE_KINDS),
  title: textSchema.min(1).max(SOURCE_TITLE_MAX_CHARS),
  author: textSchema.max(SOURCE_AUTHOR_MAX_CHARS).nullable(),
  address: url.nullable(),
  publishedAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  /** Paragraphs, separated by empty lines. */
  text: textSchema.min(1).max(TEXT_MAX_CHARS * 2),
});

/** Imports ignore this, because restoring it would require sending mail or knowing a secret. */
const forInformation = z.object({
  brief: z
    .object({
      email: text,
      weekday: z.int().min(1).max(7).describe('From Monday, 1, to Sunday, 7'),
      hour: z.int().min(0).max(23),
      timeZone: z.string().max(64),
      isConfirmed: z.boolean(),
      stopped: z.enum(['unsubscribed', 'bounced', 'complained']).nullable(),
    })
    .nullable()
    .describe('The weekly brief. A new account has to confirm its address itself.'),
  feeds: failFast(z.array(z.object({ kind: z.enum(FEED_KINDS), createdAt: time }))).describe(
    'The outgoing feeds that have an address, without it',
  ),
  accessTokens: failFast(
    z.array(
      z.object({
        name: text,
        scopes: failFast(z.array(z.enum(['read', 'write']))),
        createdAt: time,
        expiresAt: time.nullable(),
      }),
    ),
  ).describe('Without the tokens themselves, which nobody stores'),
  sessions: failFast(z.array(z.object({ device: text, signedInAt: time }))).describe(
    'Where the reader was logged in',
  ),
});

/** The parts that are lists, in the order in which they are written. */
const lists = {
  podcasts: failFast(z.array(podcast)),
  episodes: failFast(z.array(episode)).describe('Those that the rest refers to'),
  sources: failFast(z.array(source))
    .default([])
    .describe('Texts that the reader added. An id of one may stand for an episode’s.'),
  savedInsights: failFast(z.array(savedInsight)),
  generatedInsights: failFast(z.array(generatedInsight)),
  conversations: failFast(z.array(conversation)),
  moments: failFast(z.array(moment)),
  positions: failFast(z.array(position)).describe('How far the reader has listened'),
  reviewItems: failFast(z.array(reviewItem)),
  reviewDays: failFast(
    z.array(z.object({ day, isKept: z.boolean(), takeaway: takeaway.nullable() })),
  ),
  quizQuestions: failFast(z.array(quizQuestion)),
  quizResults: failFast(z.array(quizResult)),
  digests: failFast(z.array(digest)),
};

export const accountDocumentSchema = z
  .object({
    $schema: z.string().max(URL_MAX_CHARS).optional(),
    format: z.literal(ACCOUNT_DOCUMENT_FORMAT),
    version: z.literal(ACCOUNT_DOCUMENT_VERSION),
    profile: z.object({
      username: text,
      email: text.nullable(),
      linkedinUrl: url.nullable(),
      industry: text.nullable(),
      role: text.nullable(),
      goals: text.nullable(),
    }),
    reviewSettings: z
      .object({
        isOn: z.boolean(),
        itemsPerDay: z.int().min(1).max(1_000),
        newPerDay: count,
        timeZone: z.string().max(64),
      })
      .nullable(),
    content: z
      .object({ content: textSchema.max(CONTENT_MAX_CHARS), updatedAt: time })
      .nullable()
      .describe('The text of the content editor'),
    forInformation: forInformation
      .nullable()
      .default(null)
      .describe('For information only: an import leaves it out.'),
    ...lists,
  })
  .meta({ title: 'A Dripcast account' });
export type AccountDocument = z.output<typeof accountDocumentSchema>;

export type DocumentList = keyof typeof lists;
export const DOCUMENT_LISTS = Object.keys(lists) as DocumentList[];

/** The JSON Schema of the document (draft 2020-12). */
export const accountJsonSchema = () =>
  z.toJSONSchema(accountDocumentSchema, { target: 'draft-2020-12' });

export type DocumentRow<List extends DocumentList> = AccountDocument[List][number];
