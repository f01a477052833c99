/** Sends briefs with a metered database; any `GET` returns the usage. */
import { consumeBriefs } from '../../worker/brief/consume.ts';
import { sendDueBriefs } from '../../worker/brief/send-due.ts';
import { createDatabase } from '../../worker/platform/database.ts';
import { HostLimiter } from '../../worker/platform/outbound/HostLimiter.ts';
import { meteredDatabase, type StatementsSpent } from './metered-database.ts';

export { HostLimiter };

export interface BriefsSpent extends StatementsSpent {
  /** Runs of the cron. */
  runs: number;
  messages: number;
  delivered: number;
  batches: number;
  mails: number;
  /** The addresses that got one. */
  people: number;
}

const spent: BriefsSpent = {
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  runs: 0,
  messages: 0,
  delivered: 0,
  batches: 0,
  mails: 0,
  people: 0,
};
const addresses = new Set<string>();

function withMeter(env: Env): Env {
  const EMAIL: SendEmail = {
    send: async (mail: unknown) => {
      addresses.add((mail as { to: string }).to);
      spent.mails += 1;
      spent.people = addresses.size;
      return { messageId: crypto.randomUUID() };
    },
  };
  return { ...env, DB: meteredDatabase(env.DB, spent), EMAIL };
}

export default {
  fetch: () => Response.json(spent),
  queue(batch, env) {
    spent.batches += 1;
    spent.delivered += batch.messages.length;
    return consumeBriefs(batch, withMeter(env));
  },
  async scheduled(_controller, env) {
    spent.runs += 1;
    spent.messages += await sendDueBriefs(createDatabase(withMeter(env).DB), env.BRIEF_QUEUE);
  },
} satisfies ExportedHandler<Env>;
