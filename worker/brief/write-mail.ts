/** The mails of the brief, as plain text and as HTML without images. */
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import { html, raw } from 'hono/html';
import { CONFIRMATION_HOURS, DATE_FORMAT } from '../../schema/limits.ts';
import type { Digest } from '../../schema/wire/digest.ts';
import { renderInsight } from '../library/render-insight.ts';
import { htmlToText } from '../platform/plain-text.ts';
import type { Mail } from './mail.ts';
import type { Recipient } from './outbox-store.ts';

/** Inline, because mail clients ignore style sheets or parts of them. */
const PAGE =
  'margin:0;padding:24px 16px;background:#ffffff;color:#1c2024;' +
  'font:16px/1.55 Georgia,"Times New Roman",serif';
const COLUMN = 'max-width:36em;margin:0 auto';
const QUIET = 'color:#60646c;font:14px/1.5 Arial,Helvetica,sans-serif';
const LINK = 'color:#0b6b5e';

/** @param body sanitised HTML */
const document = async (title: string, body: unknown): Promise<string> =>
  String(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="${PAGE}"><div style="${COLUMN}">
${body}
</div></body>
</html>
`,
  );

const A_LINK = /<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g;

/** Converts HTML to plain text, with the addresses of links in angle brackets. */
function toText(sanitised: string): string {
  return htmlToText(
    sanitised
      .replace(A_LINK, '$2 &lt;$1&gt;')
      .replaceAll('<li>', '<li>- ')
      .replace(/<\/(?:p|h[1-6]|ul|ol|blockquote)>/g, '$&\n\n'),
  );
}

const confirmPath = (token: string) => `/api/brief/confirm/${token}`;
const unsubscribePath = (token: string) => `/api/brief/unsubscribe/${token}`;

/** Writes the brief. Its citations link to their places. */
export async function writeBrief(
  { title, periodStart, periodEnd, digest }: Omit<Digest, 'id' | 'episodes'>,
  { email, origin, timeZone, unsubscribeToken }: Recipient,
): Promise<Mail> {
  const day = (time: string) => format(new TZDate(time, timeZone), DATE_FORMAT);
  const period = `${day(periodStart)} – ${day(periodEnd)}`;
  const subject = `Your week in podcasts: ${period}`;
  const rendered = renderInsight(digest, origin);
  const unsubscribe = `${origin}${unsubscribePath(unsubscribeToken)}`;
  const settings = `${origin}/tools#tool-brief`;
  return {
    to: email,
    subject,
    text: [
      title,
      period,
      toText(rendered),
      '-- ',
      `Change the day and the hour: ${settings}\nUnsubscribe: ${unsubscribe}`,
    ].join('\n\n'),
    html: await document(
      subject,
      html`<h1 style="margin:0;font-size:26px;line-height:1.25">${title}</h1>
<p style="margin:4px 0 24px;${QUIET}">${period}</p>
${raw(rendered.replaceAll('<a href', `<a style="${LINK}" href`))}
<hr style="margin:32px 0 16px;border:0;border-top:1px solid #d9d9e0">
<p style="${QUIET}">You get this because you asked Dripcast for your weekly brief.
<a style="${LINK}" href="${settings}">Change the day and the hour</a> or
<a style="${LINK}" href="${unsubscribe}">unsubscribe</a>.</p>`,
    ),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** Writes the mail that asks to confirm an address. Doesn't reveal who asked. */
export async function writeConfirmation(
  email: string,
  { origin, token }: { origin: string; token: string },
): Promise<Mail> {
  const subject = 'Confirm your address for the Dripcast brief';
  const link = `${origin}${confirmPath(token)}`;
  const asked = 'Somebody, probably you, asked for the weekly Dripcast brief at this address.';
  const ignore = `If it was not you, ignore this mail. The link works for ${CONFIRMATION_HOURS} hours.`;
  return {
    to: email,
    subject,
    text: `${asked}\n\nConfirm it: ${link}\n\n${ignore}\n`,
    html: await document(
      subject,
      html`<h1 style="margin:0 0 16px;font-size:26px;line-height:1.25">Confirm your address</h1>
<p>${asked}</p>
<p><a style="${LINK};font-weight:bold" href="${link}">Confirm this address</a></p>
<p style="${QUIET}">${ignore}</p>`,
    ),
  };
}
