/**
 * Mail through Cloudflare's Email Service. It makes the MIME message itself from fields, so no text of
 * ours becomes a header except the ones here.
 */
import { settingsOf } from '../platform/settings.ts';

export interface Mail {
  to: string;
  /** One line, and nothing of it from outside. */
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** Hands a mail over. Throws what the service throws; see `outcomeOf`. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Returns null where no mail can be sent: without the binding, or without a sender. */
export function mailFor(env: Env): SendMail | null {
  const binding: SendEmail | undefined = env.EMAIL;
  const { MAIL_FROM } = settingsOf(env);
  if (!binding || MAIL_FROM === '') return null;
  return async (mail) => {
    await binding.send({ ...mail, from: { name: 'Dripcast', email: MAIL_FROM } });
  };
}

/**
 * What an error of the service means: the address is on its list of those that bounced or complained,
 * the mail was not accepted, or it may have been.
 */
export function outcomeOf(error: unknown): 'suppressed' | 'not-sent' | 'unsure' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'E_RECIPIENT_SUPPRESSED') return 'suppressed';
  if (code === 'E_DELIVERY_FAILED' || code === 'E_INTERNAL_SERVER_ERROR') return 'unsure';
  return code.startsWith('E_') ? 'not-sent' : 'unsure';
}
