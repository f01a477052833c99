/**
 * Mail through Cloudflare's Email Service, which builds the MIME message from fields: none of our texts
 * becomes a header, except the ones given here.
 */
import { settingsOf } from '../platform/settings.ts';

export interface Mail {
  to: string;
  /** One line, without any text from outside. */
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** Hands a mail over to the service. Throws the service's errors; see `outcomeOf`. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Returns null if no mail can be sent: without the binding, or without a sender. */
export function mailFor(env: Env): SendMail | null {
  const binding: SendEmail | undefined = env.EMAIL;
  const { MAIL_FROM } = settingsOf(env);
  if (!binding || MAIL_FROM === '') return null;
  return async (mail) => {
    await binding.send({ ...mail, from: { name: 'Dripcast', email: MAIL_FROM } });
  };
}

/**
 * What an error of the service means. `suppressed`: the address is on its list of bounces and complaints.
 * `not-sent`: it did not accept the mail. `unsure`: it may have.
 */
export function outcomeOf(error: unknown): 'suppressed' | 'not-sent' | 'unsure' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'E_RECIPIENT_SUPPRESSED') return 'suppressed';
  if (code === 'E_DELIVERY_FAILED' || code === 'E_INTERNAL_SERVER_ERROR') return 'unsure';
  return code.startsWith('E_') ? 'not-sent' : 'unsure';
}
