/** Imports what an account has only once: the profile, the settings and the editor's text. */
import type { AccountDocument } from '../../schema/wire/account-document.ts';
import { profileSchema } from '../../schema/wire/accounts.ts';
import { reviewSettingsSchema } from '../../schema/wire/review.ts';
import type { Database } from '../platform/database.ts';
import { addContent, addProfile, addReviewSettings } from './import-rows.ts';
import { time } from './import-values.ts';

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
      content: content.content.toWellFormed(),
      updatedAt: time(content.updatedAt),
    });
  }
}
