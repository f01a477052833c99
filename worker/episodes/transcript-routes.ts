import { Hono } from 'hono';
import { episodeIdParamSchema } from '../../schema/wire/common.ts';
import {
  type TranscriptFormat,
  type TranscriptReply,
  transcriptQuerySchema,
} from '../../schema/wire/episodes.ts';
import { requireUser } from '../accounts/require-user.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError, withDetails } from '../platform/errors.ts';
import { withKeyedLock, withSharedWork } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { mayStore } from '../platform/requests/may-store.ts';
import { limit, TOO_MANY_QUESTIONS } from '../platform/requests/rate-limit.ts';
import { validParam, validQuery } from '../platform/requests/validate.ts';
import {
  MEDIA_TYPES,
  timedLines,
  toNamespaceJson,
  toSrt,
  toVtt,
} from '../transcripts/file-formats.ts';
import { findTranscript, transcriptDeps } from '../transcripts/find-transcript.ts';
import { formatTranscript } from '../transcripts/format-transcript.ts';
import { readStoredText } from '../transcripts/store.ts';
import type { Transcript } from '../transcripts/transcript.ts';
import { type EpisodeDetail, findEpisode, isSubscribed } from './store.ts';

/** Mounted at /api/podcasts. */
export const transcriptRoutes = new Hono<AppEnv>().get(
  '/episodes/:episodeId/transcript',
  requireUser,
  mayStore,
  validParam(episodeIdParamSchema),
  validQuery(transcriptQuerySchema),
  async (c) => {
    const { episodeId } = c.req.valid('param');
    const { format } = c.req.valid('query');
    const db = createDatabase(c.env.DB);
    const userId = c.var.user.id;
    const episode = await findEpisode(db, userId, episodeId);
    if (!episode) throw new AppError('not_found', 'Episode not found');
    const { title, isYoutubeShort, audioUrl, youtubeVideoId } = episode;
    const find = async () => {
      const mayTranscribe = await isSubscribed(db, userId, episode.podcastId);
      return findTranscript(transcriptDeps(c.env, { mayTranscribe }), episodeId);
    };
    /** Waits for other servers, for a minute at most, so the reader's other requests don't wait for it. */
    const fetchIt = async () => {
      await limit(c.env.QUESTION_LIMIT, `transcript ${userId}`, TOO_MANY_QUESTIONS);
      return withSharedWork(`transcript ${userId} ${episodeId}`, find);
    };
    const explained = (error: unknown) => {
      throw withDetails(error, { title, transcriptUnavailable: false, isYoutubeShort });
    };
    const isThere = episode.transcriptStatus === 'ready';
    const fetched = isThere ? null : await fetchIt().catch(explained);
    // Reading a long one takes the thread.
    return withKeyedLock(userId, async () => {
      const found = fetched ?? (await find().catch(explained));
      if (found.status === 'unavailable') {
        throw new AppError('not_found', "This episode doesn't have a transcript available.", {
          details: { title, transcriptUnavailable: true, isYoutubeShort },
        });
      }
      const text =
        (await readStoredText(c.env.TRANSCRIPTS, episodeId)) ?? asText(found.transcript, episode);
      const reply = {
        title,
        transcript: text,
        lines: found.transcript.lines,
        transcriptUnavailable: false,
        isYoutubeShort,
        audioUrl,
        youtubeVideoId,
        source: episode.source,
      } satisfies TranscriptReply;
      if (format === undefined) return c.json(reply);
      const file = c.body(fileOf(found.transcript, text, format), 200, {
        'Content-Type': MEDIA_TYPES[format],
        'Content-Disposition': attachment(title, format),
      });
      // Typed clients never ask for a format.
      return file as unknown as ReturnType<typeof c.json<typeof reply>>;
    });
  },
);

/** Formats a transcript whose text was lost. Which link a feed's came from isn't known any more. */
function asText(
  transcript: Transcript,
  { title, podcastTitle, publishedAt, source }: EpisodeDetail,
): string {
  return formatTranscript(transcript, {
    title,
    podcastTitle: source ? (source.author ?? '') : podcastTitle,
    publishedAt,
    sourceUrl: source?.address ?? null,
  });
}

/** @throws AppError conflict if the format needs times and there are none */
function fileOf(transcript: Transcript, text: string, format: TranscriptFormat): string {
  if (format === 'txt') return text;
  if (format === 'json') return toNamespaceJson(transcript.lines);
  const lines = timedLines(transcript.lines);
  if (lines.length === 0) {
    throw new AppError(
      'conflict',
      "This transcript has no times, so it can't be downloaded as captions.",
    );
  }
  return format === 'srt' ? toSrt(lines) : toVtt(lines);
}

/** RFC 6266 with RFC 5987's encoding, because a title may contain any character. */
function attachment(title: string, format: TranscriptFormat): string {
  const name = encodeURIComponent(`transcript-${title}.${format}`.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="transcript.${format}"; filename*=UTF-8''${name}`;
}
