/** Delivers messages to the queues' consumers, and records sent ones. */
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../worker/index.ts';
import { bindingWith } from './bindings.ts';
import type { Life } from './life.ts';

/**
 * Delivers messages to a queue's consumer and waits for what it does in the background.
 *
 * @param messages each has an id of its own, as on the platform, unless it names one
 * @returns `acked` and `retried` name messages by position: 'm0', 'm1' and so on. `sent`: the refreshes
 *   that it wants to try again, unless `bindings` has a queue of its own
 */
export async function deliver(
  queue: string,
  messages: { body: unknown; attempts?: number; id?: string }[],
  bindings: Env = env,
) {
  const batch = createMessageBatch(
    queue,
    messages.map(({ body, attempts = 1, id = crypto.randomUUID() }) => ({
      id,
      timestamp: new Date(),
      attempts,
      body,
    })),
  );
  const names = new Map(batch.messages.map(({ id }, index) => [id, `m${index}`]));
  // The plugin's result lists the retried messages, but not their delay.
  const delays: Record<string, number | undefined> = {};
  for (const message of batch.messages) {
    const retry = message.retry.bind(message);
    message.retry = (options) => {
      delays[message.id] = options?.delaySeconds;
      retry(options);
    };
  }
  const later = recordingQueue();
  const own = bindings === env ? { ...env, REFRESH_QUEUE: later.queue } : bindings;
  const context = createExecutionContext();
  await worker.queue(batch, own, context);
  const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
  const retried = retryMessages.map(({ msgId }) => ({
    id: names.get(msgId),
    delaySeconds: delays[msgId],
  }));
  const acked = explicitAcks.map((id) => names.get(id)).toSorted();
  return { acked, retried, sent: later.sent };
}

/**
 * Runs the weekly run now.
 *
 * @param bindings `env` to have its podcasts read. Otherwise nothing reaches the queue, from which another
 *   file's podcasts could be claimed later.
 */
export async function runWeekly(
  bindings: Env = { ...env, REFRESH_QUEUE: recordingQueue().queue },
): Promise<void> {
  await runScheduled('0 5 * * 1', bindings);
}

/** Does what a Cron Trigger does. */
export async function runScheduled(cron: string, bindings: Env): Promise<void> {
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron }), bindings);
  await waitOnExecutionContext(context);
}

/** A queue that records messages, and the delay of each that has one, without delivering them. */
export function recordingQueue() {
  const sent: unknown[] = [];
  const delays: (number | undefined)[] = [];
  const queue = bindingWith(env.REFRESH_QUEUE, {
    async send(body: unknown, options?: QueueSendOptions) {
      sent.push(body);
      delays.push(options?.delaySeconds);
    },
    async sendBatch(messages: Iterable<MessageSendRequest>) {
      for (const { body } of messages) sent.push(body);
    },
  });
  return { queue, sent, delays };
}

/** A queue whose calls are steps. Nobody delivers its messages. */
export function mortalQueue(life: Life) {
  const send = () => life.step(async () => {});
  return bindingWith(env.REFRESH_QUEUE, { send, sendBatch: send });
}

/** A queue that takes no messages. */
export function fullQueue() {
  const send = () => Promise.reject(new Error('The queue takes no messages'));
  return bindingWith(env.REFRESH_QUEUE, { send, sendBatch: send });
}
