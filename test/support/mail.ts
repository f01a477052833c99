/** The mail service of tests: stores mails, or refuses them. */
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { briefSubscriptions } from '../../schema/tables/brief.ts';
import type { BriefState, ChangeBrief } from '../../schema/wire/brief.ts';
import type { BriefJob } from '../../schema/wire/jobs.ts';
import type { Mail } from '../../worker/brief/mail.ts';
import { sendDueBriefs } from '../../worker/brief/send-due.ts';
import { ask, makePerson, type Person } from './people.ts';
import { db, makeEpisode, makePodcast, subscribe } from './podcasts.ts';
import { deliver, recordingQueue } from './queues.ts';

export const BRIEF = '/api/user/brief';

/** An error as the service throws it. */
export const refusal = (code: string) => Object.assign(new Error(code), { code });

/** A mail service of one test; `refuse` is thrown once per mail while it is set. */
export function mailService() {
  const sent: (Mail & { from: unknown })[] = [];
  const service = {
    sent,
    refuse: null as Error | null,
    bindings: env,
    /** Mails to one address, oldest first. */
    to: (email: string) => sent.filter((mail) => mail.to === email),
  };
  const EMAIL: SendEmail = {
    send: async (mail: unknown) => {
      if (service.refuse) throw service.refuse;
      sent.push(mail as Mail & { from: unknown });
      return { messageId: crypto.randomUUID() };
    },
  };
  service.bindings = { ...env, EMAIL };
  return service;
}
export type MailService = ReturnType<typeof mailService>;

export const MONDAY: Omit<ChangeBrief, 'email'> = {
  weekday: 1,
  hour: 8,
  timeZone: 'Europe/Berlin',
};

/** The path of the first link of this kind in a mail. */
export function linkIn(mail: Pick<Mail, 'text'> | undefined, kind: 'confirm' | 'unsubscribe') {
  const found = new RegExp(`https?://[^/\\s]+(/api/brief/${kind}/[\\w-]{43})`).exec(
    mail?.text ?? '',
  );
  if (!found?.[1]) throw new Error(`the mail has no link to ${kind}`);
  return found[1];
}

/** A user with a new episode this week and a confirmed address. */
export async function makeReader(mail: MailService): Promise<Person & { email: string }> {
  const person = await makePerson(mail.bindings);
  const email = `${person.username}@example.com`;
  const podcast = await makePodcast();
  await makeEpisode(podcast.id);
  await subscribe(person.id, podcast.id);
  await person.send('PUT', BRIEF, { email, ...MONDAY });
  const path = linkIn(mail.to(email)[0], 'confirm');
  await ask(path, { method: 'POST' }, mail.bindings);
  mail.sent.length = 0;
  return { ...person, email };
}

/** Makes a user's next brief due. */
export async function makeDue(userId: string): Promise<void> {
  const nextAt = new Date(Date.now() - 60_000);
  await db.update(briefSubscriptions).set({ nextAt }).where(eq(briefSubscriptions.userId, userId));
}

export const stateOf = async (person: Person) => (await person.ask(BRIEF)).json<BriefState>();

/** The jobs of one user that a run sends to the queue. */
export async function jobsOf(person: Person): Promise<BriefJob[]> {
  const { queue, sent } = recordingQueue();
  await sendDueBriefs(db, queue);
  return (sent as BriefJob[]).filter(({ userId }) => userId === person.id);
}

/** Runs the cron job and delivers the queue's messages. */
export async function runFor(person: Person, bindings: Env) {
  const jobs = await jobsOf(person);
  return deliver(
    'dripcast-briefs',
    jobs.map((body) => ({ body })),
    bindings,
  );
}
