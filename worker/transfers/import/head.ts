/** Imports what an account has only once: the profile, the settings and the editor's text. */
import { sql } from 'drizzle-orm';
import type { AccountDocument } from '../../../schema/wire/account-document.ts';
import { profileSchema } from '../../../schema/wire/accounts.ts';
import { type ReviewSettings, reviewSettingsSchema } from '../../../schema/wire/review.ts';
import type { Database } from '../../platform/database.ts';
import { time } from './values.ts';

/** Leaves what the account has already; of what it doesn't have, takes what is valid. */
export async function addHead(
  db: Database,
  userId: string,
  { profile, reviewSettings, content }: AccountDocument,
): Promise<void> {
  const { email, linkedinUrl, industry, role, goals } = profile;
  // One by one, so that a refused one doesn't prevent the others.
  const fields = { email, linkedinUrl, industry, role, goals };
  const valid = Object.entries(fields).flatMap(([name, value]) => {
    const read = profileSchema.safeParse({ [name]: value });
    return read.success ? Object.entries(read.data) : [];
  });
  await addProfile(db, userId, Object.fromEntries(valid));
  const settings = reviewSettings && reviewSettingsSchema.safeParse(reviewSettings).data;
  if (settings) await addReviewSettings(db, userId, settings);
  if (content && content.content !== '') {
    await addContent(db, userId, {
      content: content.content,
      updatedAt: time(content.updatedAt),
    });
  }
}

/** Fills in the profile's empty fields. */
async function addProfile(
  db: Database,
  userId: string,
  profile: Record<string, string | null>,
): Promise<void> {
  const { email = null, linkedinUrl = null, industry = null, role = null, goals = null } = profile;
  await db.run(sql`
    UPDATE users SET email = coalesce(email, ${email}),
      linkedin_url = coalesce(linkedin_url, ${linkedinUrl}),
      industry = coalesce(industry, ${industry}), role = coalesce(role, ${role}),
      goals = coalesce(goals, ${goals})
    WHERE id = ${userId}`);
}

async function addReviewSettings(
  db: Database,
  userId: string,
  { isOn, itemsPerDay, newPerDay, timeZone }: ReviewSettings,
): Promise<void> {
  await db.run(sql`
    INSERT OR IGNORE INTO review_settings (user_id, is_on, items_per_day, new_per_day, time_zone)
    VALUES (${userId}, ${isOn ? 1 : 0}, ${itemsPerDay}, ${newPerDay}, ${timeZone})`);
}

/** Only if the editor is empty. */
async function addContent(
  db: Database,
  userId: string,
  { content, updatedAt }: { content: string; updatedAt: number },
): Promise<void> {
  await db.run(sql`
    INSERT INTO contents (user_id, content, version, updated_at)
    VALUES (${userId}, ${content}, 1, ${updatedAt})
    ON CONFLICT (user_id) DO UPDATE SET content = excluded.content, version = version + 1,
      updated_at = excluded.updated_at
    WHERE contents.content = ''`);
}
