/**
 * Writes the rows of an imported account. Each statement leaves existing rows unchanged and checks the
 * account's limits itself, so that concurrent ones can't exceed them. A row keeps its id unless that is
 * taken; it then gets its `otherId`.
 */
import { sql } from 'drizzle-orm';
import {
  CONVERSATIONS_MAX,
  DIGESTS_MAX,
  FOLLOW_UPS_MAX,
  FOLLOW_UPS_PER_SESSION,
  IMPORTED_DAYS_MAX,
  IMPORTED_GRADES_MAX,
  MOMENTS_MAX,
  POSITIONS_MAX,
  QUIZ_QUESTIONS_MAX,
  QUIZ_RESULTS_MAX,
  REVIEW_ITEMS_MAX,
  SAVED_INSIGHTS_MAX,
  SAVED_INSIGHTS_MAX_BYTES,
} from '../../../schema/limits.ts';
import {
  field,
  type ImportTarget,
  idIn,
  isNew,
  json,
  NEW_ID,
  numbered,
  roomIn,
  write,
} from './row-sql.ts';

export const addSavedInsights = (target: ImportTarget, rows: object[]) =>
  write(target, 'savedInsights', rows, (text, userId) => {
    const isOther = sql`${isNew('saved_insights', userId)} AND NOT EXISTS (
      SELECT 1 FROM saved_insights AS same WHERE same.user_id = ${userId}
        AND same.episode_id = value ->> 'episodeId' AND same.insight_hash = value ->> 'insightHash')`;
    const bytes = sql.raw(
      ['insight', 'insightHtml', 'userNotes', 'tags']
        .map((name) => `coalesce(octet_length(value ->> '${name}'), 0)`)
        .join(' + '),
    );
    return sql`
      INSERT OR IGNORE INTO saved_insights
        (id, user_id, episode_id, insight, insight_html, insight_hash, user_notes, tags, generated_at)
      SELECT ${idIn('saved_insights')}, ${userId}, ${field('episodeId')}, ${field('insight')},
        ${field('insightHtml')}, ${field('insightHash')}, ${field('userNotes')}, ${json('tags')},
        ${field('generatedAt')}
      FROM (
        SELECT value, place, sum(${bytes}) OVER (ORDER BY place) AS bytes
        FROM ${numbered(text, isOther)}
      )
      WHERE place <= ${roomIn('saved_insights', userId, SAVED_INSIGHTS_MAX)}
        AND bytes <= ${SAVED_INSIGHTS_MAX_BYTES} - (
          SELECT total(octet_length(insight) + octet_length(insight_html)
            + coalesce(octet_length(user_notes), 0) + octet_length(tags))
          FROM saved_insights AS kept WHERE kept.user_id = ${userId})`;
  });

/**
 * Insights are shared between readers with the same profile. Imported ones get a key that no profile has,
 * so that no other reader sees them. Each is written together with its generation: nothing else leads
 * to it when the account is deleted.
 */
export const addGeneratedInsights = (target: ImportTarget, rows: object[]) => {
  const profileKey = `import ${target.userId}`;
  return write(
    target,
    'generatedInsights',
    rows,
    (text, userId) => sql`
      INSERT OR IGNORE INTO insights
        (id, episode_id, kind, model, is_stand_in, profile_key, insight, created_at)
      SELECT ${NEW_ID},
        ${field('episodeId')}, ${field('kind')}, ${field('model')}, 0, ${profileKey},
        ${field('insight')}, ${field('generatedAt')}
      FROM json_each(${text})
      WHERE NOT EXISTS (SELECT 1 FROM generations AS had WHERE had.user_id = ${userId}
        AND had.episode_id = value ->> 'episodeId')`,
    (text, userId) => sql`
      INSERT OR IGNORE INTO generations
        (id, user_id, episode_id, status, is_charged, taken_at, insight_id, attempts)
      SELECT ${NEW_ID},
        ${userId}, ${field('episodeId')}, 'done', 0, ${field('generatedAt')}, insights.id, 0
      FROM json_each(${text}) JOIN insights ON insights.episode_id = value ->> 'episodeId'
        AND insights.profile_key = ${profileKey} AND insights.kind = value ->> 'kind'
        AND insights.model = value ->> 'model'
      WHERE true`,
  );
};

/** @param followUps each with the ids that its conversation may have */
export async function addConversations(
  target: ImportTarget,
  conversations: object[],
  followUps: object[],
): Promise<void> {
  const { userId } = target;
  const sessions = conversations.map((row) => ({ ...row, followUps: undefined }));
  await write(
    target,
    'conversations',
    sessions,
    (text) => sql`
      INSERT OR IGNORE INTO chat_sessions
        (id, user_id, episode_id, remaining_follow_ups, created_at)
      SELECT ${idIn('chat_sessions')}, ${userId}, ${field('episodeId')},
        min(${field('remainingFollowUps')}, ${FOLLOW_UPS_PER_SESSION}),
        ${field('createdAt')}
      FROM ${numbered(text, isNew('chat_sessions', userId))}
      WHERE place <= ${roomIn('chat_sessions', userId, CONVERSATIONS_MAX)}`,
  );
  await write(
    target,
    null,
    followUps,
    (text) => sql`
      INSERT OR IGNORE INTO chat_follow_ups (id, session_id, question, answer, created_at)
      SELECT ${field('id')}, session_id, ${field('question')}, ${field('answer')},
        ${field('createdAt')}
      FROM (
        SELECT value, session.id AS session_id,
          row_number() OVER (PARTITION BY session.id ORDER BY key) AS place
        FROM json_each(${text}) JOIN chat_sessions AS session ON session.user_id = ${userId}
          AND session.id IN (value ->> 'sessionId', value ->> 'otherSessionId')
        WHERE NOT EXISTS (SELECT 1 FROM chat_follow_ups AS own WHERE own.session_id = session.id
          AND own.id IN (value ->> 'id', value ->> 'otherId'))
      ) AS said
      WHERE place <= ${FOLLOW_UPS_MAX} - (
        SELECT count(*) FROM chat_follow_ups AS kept WHERE kept.session_id = said.session_id)`,
  );
}

export const addMoments = (target: ImportTarget, rows: object[]) =>
  write(
    target,
    'moments',
    rows,
    (text, userId) => sql`
      INSERT OR IGNORE INTO moments
        (id, user_id, episode_id, start_seconds, end_seconds, text, speaker, note, created_at)
      SELECT ${idIn('moments')}, ${userId}, ${field('episodeId')}, ${field('startSeconds')},
        ${field('endSeconds')}, ${field('text')}, ${field('speaker')}, ${field('note')},
        ${field('createdAt')}
      FROM ${numbered(text, isNew('moments', userId))}
      WHERE place <= ${roomIn('moments', userId, MOMENTS_MAX)}`,
  );

export const addPositions = (target: ImportTarget, rows: object[]) =>
  write(target, 'positions', rows, (text, userId) => {
    const isOther = sql`NOT EXISTS (SELECT 1 FROM positions AS own
      WHERE own.user_id = ${userId} AND own.episode_id = value ->> 'episodeId')`;
    return sql`
      INSERT OR IGNORE INTO positions (user_id, episode_id, seconds, duration_seconds, at)
      SELECT ${userId}, ${field('episodeId')}, ${field('seconds')}, ${field('durationSeconds')},
        ${field('at')}
      FROM ${numbered(text, isOther)}
      WHERE place <= ${roomIn('positions', userId, POSITIONS_MAX)}`;
  });

/** @param grades each with the ids that its item may have */
export async function addReviewItems(
  target: ImportTarget,
  items: object[],
  grades: object[],
): Promise<void> {
  const { userId } = target;
  const withoutGrades = items.map((row) => ({ ...row, grades: undefined }));
  const source = sql`coalesce((
    SELECT saved.id FROM saved_insights AS saved WHERE saved.user_id = ${userId}
      AND saved.id IN (value ->> 'sourceId', value ->> 'otherSourceId')), (
    SELECT kept.id FROM moments AS kept WHERE kept.user_id = ${userId}
      AND kept.id IN (value ->> 'sourceId', value ->> 'otherSourceId')), value ->> 'sourceId')`;
  await write(
    target,
    'reviewItems',
    withoutGrades,
    (text) => sql`
      INSERT OR IGNORE INTO review_items
        (id, user_id, kind, source_id, episode_id, seconds, front, back, options, explanation,
          due_day, stability, difficulty, last_day, wrong_day, reps, lapses, revision, created_at)
      SELECT ${idIn('review_items')}, ${userId}, ${field('kind')}, ${source},
        ${field('episodeId')}, ${field('seconds')}, ${field('front')}, ${field('back')},
        nullif(${json('options')}, 'null'), ${field('explanation')}, ${field('dueDay')},
        ${field('stability')}, ${field('difficulty')}, ${field('lastDay')}, ${field('wrongDay')},
        ${field('reps')}, ${field('lapses')}, 0, ${field('createdAt')}
      FROM ${numbered(text, isNew('review_items', userId))}
      WHERE place <= ${roomIn('review_items', userId, REVIEW_ITEMS_MAX)}`,
  );
  await write(
    target,
    null,
    grades,
    (text) => sql`
      INSERT OR IGNORE INTO review_grades (user_id, item_id, grade_id, rating, at, day)
      SELECT ${userId}, item_id, ${field('gradeId')}, ${field('rating')}, ${field('at')},
        ${field('day')}
      FROM (
        SELECT value, item.id AS item_id, row_number() OVER (ORDER BY key) AS place
        FROM json_each(${text}) JOIN review_items AS item ON item.user_id = ${userId}
          AND item.id IN (value ->> 'id', value ->> 'otherId')
        WHERE NOT EXISTS (SELECT 1 FROM review_grades AS own
          WHERE own.item_id = item.id AND own.day = value ->> 'day')
      )
      WHERE place <= ${roomIn('review_grades', userId, IMPORTED_GRADES_MAX)}`,
  );
}

export const addReviewDays = (target: ImportTarget, rows: object[]) =>
  write(target, 'reviewDays', rows, (text, userId) => {
    const isOther = sql`NOT EXISTS (SELECT 1 FROM review_days AS own
      WHERE own.user_id = ${userId} AND own.day = value ->> 'day')`;
    return sql`
      INSERT OR IGNORE INTO review_days (user_id, day, is_kept, takeaway)
      SELECT ${userId}, ${field('day')}, ${field('isKept')}, nullif(${json('takeaway')}, 'null')
      FROM ${numbered(text, isOther)}
      WHERE place <= ${roomIn('review_days', userId, IMPORTED_DAYS_MAX)}`;
  });

export const addQuizQuestions = (target: ImportTarget, rows: object[]) =>
  write(target, 'quizQuestions', rows, (text, userId) => {
    const isOther = sql`NOT EXISTS (SELECT 1 FROM quiz_questions AS own
      WHERE own.user_id = ${userId} AND own.question_hash = value ->> 'questionHash')`;
    return sql`
      INSERT OR IGNORE INTO quiz_questions
        (user_id, question_hash, episode_id, question, asked_at, times_wrong, times_right)
      SELECT ${userId}, ${field('questionHash')}, ${field('episodeId')},
        json_object('question', ${field('question')}, 'options', ${json('options')},
          'correctAnswerIndex', ${field('correctAnswerIndex')},
          'explanation', ${field('explanation')}),
        ${field('askedAt')}, ${field('timesWrong')}, ${field('timesRight')}
      FROM ${numbered(text, isOther)}
      WHERE place <= ${roomIn('quiz_questions', userId, QUIZ_QUESTIONS_MAX)}`;
  });

export const addQuizResults = (target: ImportTarget, rows: object[]) =>
  write(
    target,
    'quizResults',
    rows,
    (text, userId) => sql`
      INSERT OR IGNORE INTO quiz_results
        (id, user_id, score, total_questions, performance_message, created_at)
      SELECT ${idIn('quiz_results')}, ${userId}, ${field('score')}, ${field('totalQuestions')},
        ${field('performanceMessage')}, ${field('createdAt')}
      FROM ${numbered(text, isNew('quiz_results', userId))}
      WHERE place <= ${roomIn('quiz_results', userId, QUIZ_RESULTS_MAX)}`,
  );

export const addDigests = (target: ImportTarget, rows: object[]) =>
  write(
    target,
    'digests',
    rows,
    (text, userId) => sql`
      INSERT OR IGNORE INTO digests
        (id, user_id, title, period_start, period_end, digest, episodes, created_at)
      SELECT ${idIn('digests')}, ${userId}, ${field('title')}, ${field('periodStart')},
        ${field('periodEnd')}, ${field('digest')}, ${json('episodes')}, ${field('createdAt')}
      FROM ${numbered(text, isNew('digests', userId))}
      WHERE place <= ${roomIn('digests', userId, DIGESTS_MAX)}`,
  );
