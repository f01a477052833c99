import { briefJobSchema, type MailEvent, mailEventSchema } from '../../schema/wire/jobs.ts';
import { createDatabase } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import { readJob } from '../platform/queues/read-job.ts';
import { retryDelaySeconds } from '../platform/queues/retry-delay.ts';
import { briefDeps, sendBrief } from './send-brief.ts';
import { stopAddress } from './subscription-store.ts';

/** Settles each message on its own: done, or retried later. */
export async function consumeBriefs(batch: MessageBatch, env: Env): Promise<void> {
  const deps = briefDeps(env);
  for (const message of batch.messages) {
    const job = readJob(briefJobSchema, message);
    if (!job) continue;
    // Mail was switched off in the meantime. The outbox keeps the brief until it is on again.
    if (!deps) {
      message.ack();
      continue;
    }
    try {
      await sendBrief(deps, job, new Date());
      message.ack();
    } catch (error) {
      log.error('brief_failed', { week: job.week, error: describeError(error) });
      message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
    }
  }
}

/** Why nothing may be sent to this address any more; null if the event is no reason to stop. */
function stopReason({ type, payload }: MailEvent): 'bounced' | 'complained' | null {
  if (type.endsWith('.message.complained')) return 'complained';
  if (type.endsWith('.message.bounced')) return payload.bounce?.type === 'hard' ? 'bounced' : null;
  const isSuppressed = payload.rejection?.reason === 'suppressed';
  return type.endsWith('.message.rejected') && isSuppressed ? 'bounced' : null;
}

/** Stops the briefs to addresses that bounce or complain. Repeating an event changes nothing. */
export async function consumeMailEvents(batch: MessageBatch, env: Env): Promise<void> {
  const db = createDatabase(env.DB);
  for (const message of batch.messages) {
    const event = readJob(mailEventSchema, message);
    if (!event) continue;
    const reason = stopReason(event);
    try {
      if (reason) await stopAddress(db, event.payload.recipient, reason);
      message.ack();
    } catch (error) {
      log.error('mail_event_failed', { error: describeError(error) });
      message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
    }
  }
}
