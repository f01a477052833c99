/** The product with metered bindings; any `GET` returns the queue's usage. */
import { refreshJobSchema } from '../../schema/wire/jobs.ts';
import worker, { ChatSession, HostLimiter } from '../../worker/index.ts';
import { meteredDatabase } from './metered-database.ts';
import type { Usage } from './weekly/usage.ts';

export { ChatSession, HostLimiter };

const spent: Usage = {
  sent: 0,
  delivered: 0,
  retried: 0,
  batches: 0,
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  hostRequests: 0,
  hostMs: 0,
};

const meteredQueue = (queue: Queue): Queue =>
  new Proxy(queue, {
    get(target, name) {
      if (name === 'send') {
        return (body: unknown, options?: QueueSendOptions) => {
          spent.sent += 1;
          return target.send(body, options);
        };
      }
      if (name === 'sendBatch') {
        return (messages: MessageSendRequest[]) => {
          spent.sent += messages.length;
          return target.sendBatch(messages);
        };
      }
      throw new Error(`not metered: ${String(name)}`);
    },
  });

/** The limiter's methods that the product calls. A type, so that the meter can't fall behind it. */
interface Limiter {
  acquire(maxWaitMs: number | null): Promise<Awaited<ReturnType<HostStub['acquire']>>>;
}
type HostStub = ReturnType<Env['HOST_LIMITERS']['getByName']>;

/** Counts the requests to hosts, and how long each waited and ran. */
const meteredHosts = (hosts: Env['HOST_LIMITERS']): Env['HOST_LIMITERS'] =>
  new Proxy(hosts, {
    get(target, name) {
      if (name !== 'getByName') throw new Error(`not metered: ${String(name)}`);
      return (host: string): Limiter => ({
        acquire: (maxWaitMs) => meteredAcquire(target.getByName(host), maxWaitMs),
      });
    },
  });

async function meteredAcquire(host: Limiter, maxWaitMs: number | null) {
  spent.hostRequests += 1;
  const begun = Date.now();
  const acquired = await host.acquire(maxWaitMs);
  return new Proxy(acquired, {
    get(target, name) {
      if (name === Symbol.dispose) spent.hostMs += Date.now() - begun;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' && name === Symbol.dispose ? value.bind(target) : value;
    },
  });
}

let metering: Env | null = null;

function withMeter(env: Env): Env {
  metering ??= {
    ...env,
    DB: meteredDatabase(env.DB, spent),
    REFRESH_QUEUE: meteredQueue(env.REFRESH_QUEUE),
    HOST_LIMITERS: meteredHosts(env.HOST_LIMITERS),
  };
  return metering;
}

/** A refresh that was sent again, or delivered again after a crash. */
function isAgain({ attempts, body }: Message): boolean {
  const job = refreshJobSchema.safeParse(body).data;
  return attempts > 1 || Boolean(job?.failures ?? job?.deferrals);
}

export default {
  fetch: () => Response.json(spent),
  queue(batch, env, ctx) {
    spent.batches += 1;
    spent.delivered += batch.messages.length;
    spent.retried += batch.messages.filter(isAgain).length;
    return worker.queue(batch, withMeter(env), ctx);
  },
  scheduled: (controller, env) => worker.scheduled(controller, withMeter(env)),
} satisfies ExportedHandler<Env>;
