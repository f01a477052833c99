/** What an account has only once: profile, settings, the editor's text, and information that imports ignore. */
import { and, asc, eq, gt } from 'drizzle-orm';
import { sessions, users } from '../../../../schema/tables/accounts.ts';
import { briefSubscriptions } from '../../../../schema/tables/brief.ts';
import { contents } from '../../../../schema/tables/content.ts';
import { outgoingFeeds } from '../../../../schema/tables/outgoing-feeds.ts';
import { reviewSettings } from '../../../../schema/tables/review.ts';
import { accessTokens } from '../../../../schema/tables/tokens.ts';
import { deviceName } from '../../../accounts/device-name.ts';
import type { Database } from '../../../platform/database.ts';
import { iso, isoOrNull } from './pages.ts';

/** Returns null if the account is gone. */
export async function readHead(db: Database, userId: string) {
  const [[user], [settings], [text], [brief], feeds, tokens, devices] = await db.batch([
    db.select().from(users).where(eq(users.id, userId)),
    db.select().from(reviewSettings).where(eq(reviewSettings.userId, userId)),
    db.select().from(contents).where(eq(contents.userId, userId)),
    db.select().from(briefSubscriptions).where(eq(briefSubscriptions.userId, userId)),
    db
      .select({ kind: outgoingFeeds.kind, createdAt: outgoingFeeds.createdAt })
      .from(outgoingFeeds)
      .where(eq(outgoingFeeds.userId, userId))
      .orderBy(asc(outgoingFeeds.kind)),
    db
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.userId, userId))
      .orderBy(asc(accessTokens.createdAt), asc(accessTokens.id)),
    db
      .select({ userAgent: sessions.userAgent, signedInAt: sessions.signedInAt })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
      .orderBy(asc(sessions.signedInAt), asc(sessions.id)),
  ]);
  if (!user) return null;
  const { username, email, linkedinUrl, industry, role, goals } = user;
  return {
    profile: { username, email, linkedinUrl, industry, role, goals },
    reviewSettings: settings
      ? {
          isOn: settings.isOn,
          itemsPerDay: settings.itemsPerDay,
          newPerDay: settings.newPerDay,
          timeZone: settings.timeZone,
        }
      : null,
    content: text ? { content: text.content, updatedAt: iso(text.updatedAt) } : null,
    forInformation: {
      brief: brief
        ? {
            email: brief.email,
            weekday: brief.weekday,
            hour: brief.hour,
            timeZone: brief.timeZone,
            isConfirmed: brief.confirmedAt !== null,
            stopped: brief.stopped,
          }
        : null,
      feeds: feeds.map(({ kind, createdAt }) => ({ kind, createdAt: iso(createdAt) })),
      // Neither a token nor its hash, because the document must not grant access to anything.
      accessTokens: tokens.map(({ name, scopes, createdAt, expiresAt }) => ({
        name,
        scopes,
        createdAt: iso(createdAt),
        expiresAt: isoOrNull(expiresAt),
      })),
      sessions: devices.map(({ userAgent, signedInAt }) => ({
        device: deviceName(userAgent),
        signedInAt: iso(signedInAt),
      })),
    },
  };
}
