/**
 * The pages that mails link to. They work without logging in and without scripts. A link only opens a
 * page with a button, because mail servers follow links on their own.
 */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { mailTokenParamSchema } from '../../schema/wire/brief.ts';
import { createDatabase } from '../platform/database.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { clientAddress, limit, TOO_MANY_TRIES } from '../platform/requests/rate-limit.ts';
import { apiHeaders } from '../platform/requests/request-rules.ts';
import { validParam } from '../platform/requests/validate.ts';
import {
  confirmSubscription,
  findByUnsubscribeToken,
  findConfirmation,
  unsubscribe,
} from './subscription-store.ts';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:15vh 20px 40px;font:17px/1.5 system-ui,sans-serif}
main{max-width:30em;margin:0 auto}
h1{margin:0 0 12px;font:600 28px/1.2 Georgia,serif}
button{margin:12px 0;padding:10px 18px;border:0;border-radius:8px;background:#0b6b5e;color:#fff;font:inherit;cursor:pointer}
a{color:inherit}
`;

interface Page {
  title: string;
  text: string;
  /** The label of a button that posts to the same address; no button without it. */
  button?: string;
}

async function showPage(
  c: Context<AppEnv>,
  { title, text, button }: Page,
  status: 200 | 404 = 200,
) {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} · Dripcast</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1>${title}</h1>
<p>${text}</p>
${button ? html`<form method="post"><button>${button}</button></form>` : ''}
<p><a href="/tools?tool=digest">Go to Dripcast</a></p>
</main></body>
</html>
`;
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  return c.html(page, status);
}

const limited = (c: Context<AppEnv>) =>
  limit(c.env.ADDRESS_LIMIT, `mail ${clientAddress(c.req.raw.headers)}`, TOO_MANY_TRIES);

/** By link: a mail service opens and unsubscribes for all of its users from a few addresses. */
const limitedByLink = (c: Context<AppEnv>, token: string) =>
  limit(c.env.ADDRESS_LIMIT, `unsubscribe ${token}`, TOO_MANY_TRIES);

const OLD_LINK: Page = {
  title: 'This link has expired',
  text: 'Request a new one on the page of your weekly digest.',
};
const UNKNOWN: Page = {
  title: 'You are not subscribed',
  text: 'The brief is already off. You will not get any more mails.',
};

/**
 * Mounted at /api/brief, before the rules for requests with a cookie: the token in the path is the
 * authorisation, and mail services post forms from anywhere.
 */
export const briefPages = new Hono<AppEnv>()
  .use(apiHeaders)
  .get('/confirm/:token', validParam(mailTokenParamSchema), async (c) => {
    await limited(c);
    const db = createDatabase(c.env.DB);
    const found = await findConfirmation(db, c.req.valid('param').token, new Date());
    if (!found) return showPage(c, OLD_LINK, 404);
    return showPage(c, {
      title: 'Confirm your address',
      text: `Do you want your weekly Dripcast brief at ${found.email}?`,
      button: 'Yes, send it to me',
    });
  })
  .post('/confirm/:token', validParam(mailTokenParamSchema), async (c) => {
    await limited(c);
    const db = createDatabase(c.env.DB);
    const now = new Date();
    const found = await findConfirmation(db, c.req.valid('param').token, now);
    const row = found && (await confirmSubscription(db, found, now));
    if (!row) return showPage(c, OLD_LINK, 404);
    const day = row.nextAt.toLocaleDateString('en-US', {
      timeZone: row.timeZone,
      weekday: 'long',
      month: 'long',
      day: 'numeric',
    });
    return showPage(c, {
      title: 'Your address is confirmed',
      text: `Your first brief comes on ${day}, to ${row.email}.`,
    });
  })
  .get('/unsubscribe/:token', validParam(mailTokenParamSchema), async (c) => {
    const { token } = c.req.valid('param');
    await limitedByLink(c, token);
    const db = createDatabase(c.env.DB);
    const found = await findByUnsubscribeToken(db, token);
    if (!found) return showPage(c, UNKNOWN, 404);
    return showPage(c, {
      title: 'Unsubscribe',
      text: `Stop sending the weekly Dripcast brief to ${found.email}?`,
      button: 'Unsubscribe',
    });
  })
  // Called by the button, and by mail clients (RFC 8058).
  .post('/unsubscribe/:token', validParam(mailTokenParamSchema), async (c) => {
    const { token } = c.req.valid('param');
    await limitedByLink(c, token);
    await unsubscribe(createDatabase(c.env.DB), token);
    return showPage(c, {
      title: 'You are unsubscribed',
      text: 'You will not get any more briefs. You can turn them on again in Dripcast.',
    });
  });
