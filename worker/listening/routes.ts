import { Hono } from 'hono';
import { MOMENTS_PAGE } from '../../schema/limits.ts';
import { episodeIdParamSchema, idParamSchema, writeRowCursor } from '../../schema/wire/common.ts';
import {
  type MomentsReply,
  momentsQuerySchema,
  type PositionsReply,
  positionSchema,
  type SaidReply,
  saidQuerySchema,
  saveMomentSchema,
  updateMomentSchema,
} from '../../schema/wire/listening.ts';
import { requireUser } from '../accounts/require-user.ts';
import { findEpisode } from '../episodes/store.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { oneOutsideAtATime } from '../platform/keyed-lock.ts';
import { cutPage } from '../platform/list-page.ts';
import { fetchOutsideFor } from '../platform/outbound/fetch-outside-for.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { mayStore } from '../platform/requests/may-store.ts';
import { limit, TOO_MANY_QUESTIONS } from '../platform/requests/rate-limit.ts';
import { validJson, validParam, validQuery } from '../platform/requests/validate.ts';
import { transcriptDeps } from '../transcripts/find-transcript.ts';
import { checkAudio } from './check-audio.ts';
import { findPlayable } from './find-playable.ts';
import { deleteMoment, findMoment, listMoments, updateNote } from './moment-store.ts';
import { listPositions, type PositionRow, putPosition } from './position-store.ts';
import { findSaid, saveMoment, toMoment } from './save-moment.ts';

const NOTE_CHANGED = 'This note has been changed elsewhere';

const asListed = (row: PositionRow) => ({ ...row, at: row.at.toISOString() });

/** Mounted at /api/user. */
export const listeningRoutes = new Hono<AppEnv>()
  .get('/positions', requireUser, async (c) => {
    const rows = await listPositions(createDatabase(c.env.DB), c.var.user.id);
    return c.json({ positions: rows.map(asListed) } satisfies PositionsReply);
  })
  .put(
    '/positions/:episodeId',
    requireUser,
    validParam(episodeIdParamSchema),
    validJson(positionSchema),
    async (c) => {
      const { episodeId } = c.req.valid('param');
      const { seconds, at, durationSeconds = null } = c.req.valid('json');
      const db = createDatabase(c.env.DB);
      const kept = await putPosition(db, c.var.user.id, {
        episodeId,
        seconds,
        durationSeconds,
        // A clock that is ahead must not block the positions of all other devices until then.
        at: Math.min(at, Date.now()),
      });
      if (!kept) {
        await findPlayable(db, c.var.user.id, episodeId);
        throw new AppError('not_found', 'Episode not found');
      }
      return c.json(asListed(kept));
    },
  )
  .get('/moments', requireUser, validQuery(momentsQuerySchema), async (c) => {
    const { episodeId, cursor } = c.req.valid('query');
    const rows = await listMoments(createDatabase(c.env.DB), c.var.user.id, {
      episodeId,
      after: cursor,
    });
    const { page, nextCursor } = cutPage(rows, MOMENTS_PAGE, (last) =>
      writeRowCursor({ time: last.createdAt, id: last.id }),
    );
    return c.json({ moments: page.map(toMoment), nextCursor } satisfies MomentsReply);
  })
  .post('/moments', requireUser, oneOutsideAtATime, validJson(saveMomentSchema), async (c) => {
    const { user } = c.var;
    const { moment, isNew } = await saveMoment(transcriptDeps(c.env), user.id, c.req.valid('json'));
    return c.json(moment, isNew ? 201 : 200);
  })
  .put(
    '/moments/:id',
    requireUser,
    validParam(idParamSchema),
    validJson(updateMomentSchema),
    async (c) => {
      const { id } = c.req.valid('param');
      const db = createDatabase(c.env.DB);
      const isChanged = await updateNote(db, c.var.user.id, id, c.req.valid('json'));
      const row = await findMoment(db, c.var.user.id, id);
      if (!row) throw new AppError('not_found', 'Moment not found');
      if (!isChanged) throw new AppError('conflict', NOTE_CHANGED, { details: { note: row.note } });
      return c.json(toMoment(row));
    },
  )
  // Idempotent, because an offline device may send it twice.
  .delete('/moments/:id', requireUser, validParam(idParamSchema), async (c) => {
    await deleteMoment(createDatabase(c.env.DB), c.var.user.id, c.req.valid('param').id);
    return c.json({ success: true });
  });

/** Mounted at /api/podcasts/episodes. */
export const episodeListeningRoutes = new Hono<AppEnv>()
  .get('/:episodeId/audio', requireUser, validParam(episodeIdParamSchema), async (c) => {
    await limit(c.env.QUESTION_LIMIT, `audio ${c.var.user.id}`, TOO_MANY_QUESTIONS);
    const { episodeId } = c.req.valid('param');
    const episode = await findEpisode(createDatabase(c.env.DB), c.var.user.id, episodeId);
    if (!episode?.audioUrl) throw new AppError('not_found', 'This episode has no audio');
    return c.json(await checkAudio(fetchOutsideFor(c.env), episode.audioUrl));
  })
  .get(
    '/:episodeId/said',
    requireUser,
    oneOutsideAtATime,
    mayStore,
    validParam(episodeIdParamSchema),
    validQuery(saidQuerySchema),
    async (c) => {
      await limit(c.env.QUESTION_LIMIT, `said ${c.var.user.id}`, TOO_MANY_QUESTIONS);
      const { episodeId } = c.req.valid('param');
      if (!(await findEpisode(createDatabase(c.env.DB), c.var.user.id, episodeId)))
        throw new AppError('not_found', 'Episode not found');
      const said = await findSaid(transcriptDeps(c.env), episodeId, c.req.valid('query').at);
      return c.json(said satisfies SaidReply);
    },
  );
