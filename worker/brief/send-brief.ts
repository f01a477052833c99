/**
 * Sends one brief: claims its row in the outbox, writes the digest, hands the mail over and records that.
 * If the worker dies before the hand-over, another one claims the row. If it dies later, the brief is
 * never sent again on its own: the reader is informed and can request it.
 */
import { BRIEF_ATTEMPTS } from '../../schema/limits.ts';
import type { BriefJob } from '../../schema/wire/jobs.ts';
import { findUser } from '../accounts/store.ts';
import { assistantFor } from '../assistant/choose-assistant.ts';
import { findDigest } from '../digest/store.ts';
import { type DigestDeps, writeDigest } from '../digest/write-digest.ts';
import { describeError, log } from '../platform/logging.ts';
import { settingsOf } from '../platform/settings.ts';
import { transcriptDeps } from '../transcripts/find-transcript.ts';
import { type Mail, mailFor, outcomeOf, type SendMail } from './mail.ts';
import {
  type ClaimedBrief,
  claimBrief,
  isBriefGivenUp,
  setBriefState,
  startSending,
} from './outbox-store.ts';
import { stopAddress } from './subscription-store.ts';
import { writeBrief } from './write-mail.ts';

export interface BriefDeps extends DigestDeps {
  send: SendMail;
  digestDays: number;
}

/** What sending briefs needs of the environment; null if no mail can be sent. */
export function briefDeps(env: Env): BriefDeps | null {
  const send = mailFor(env);
  if (!send) return null;
  const { DIGEST_DAYS } = settingsOf(env);
  return { ...transcriptDeps(env), assistant: assistantFor(env), send, digestDays: DIGEST_DAYS };
}

/** Throws if a retry may help. */
export async function sendBrief(deps: BriefDeps, job: BriefJob, now: Date): Promise<void> {
  const claim = await claimBrief(deps.db, job, now);
  if (!claim) return;
  // Each of them has died.
  if (claim.attempts > BRIEF_ATTEMPTS) return setBriefState(deps.db, job, claim, 'failed', now);
  const retryState = isBriefGivenUp(claim) ? 'failed' : 'waiting';
  let mail: Mail | null;
  try {
    mail = await prepare(deps, job, claim, now);
  } catch (error) {
    // Nothing has been handed over yet.
    await setBriefState(deps.db, job, claim, retryState, now);
    throw error;
  }
  if (!mail) return;
  let outcome: 'sent' | ReturnType<typeof outcomeOf> = 'sent';
  let refusal: unknown;
  try {
    await deps.send(mail);
  } catch (error) {
    outcome = outcomeOf(error);
    refusal = error;
    log.warn('brief_refused', { outcome, week: job.week, error: describeError(error) });
  }
  if (outcome === 'suppressed') await stopAddress(deps.db, mail.to, 'bounced');
  const states = {
    sent: 'sent',
    unsure: 'unsure',
    suppressed: 'failed',
    'not-sent': retryState,
  } as const;
  await setBriefState(deps.db, job, claim, states[outcome], now);
  if (states[outcome] === 'waiting') throw refusal;
}

/** Returns the mail once its row is marked as being sent; null if there is nothing to send. */
async function prepare(
  deps: BriefDeps,
  job: BriefJob,
  claim: ClaimedBrief,
  now: Date,
): Promise<Mail | null> {
  const { db } = deps;
  const user = await findUser(db, job.userId);
  if (!user) return null;
  const digest =
    (await findDigest(db, user.id, claim.digestId)) ??
    (await writeDigest(deps, user, { days: deps.digestDays, id: claim.digestId }));
  if (digest.episodes.length === 0) {
    await setBriefState(db, job, claim, 'nothing-new', now);
    return null;
  }
  const recipient = await startSending(db, job, claim, now);
  if (recipient) return writeBrief(digest, recipient);
  // Without this it would wait, and be sent once the reader subscribes again.
  await setBriefState(db, job, claim, 'cancelled', now);
  return null;
}
