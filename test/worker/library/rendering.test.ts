/** Rendering is the most expensive part of saving, so only what is then saved is rendered. */
import { afterEach, expect, test, vi } from 'vitest';
import { SAVED_INSIGHTS_MAX_BYTES } from '../../../schema/limits.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import { editInsight, saveInsight } from '../../../worker/library/saved-insights.ts';
import { makePerson } from '../../support/people.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';

/** Rendering a long text pauses, so without pauses nothing was rendered. */
const pauses = vi.spyOn(globalThis, 'setTimeout');
afterEach(() => pauses.mockClear());

const long = (word: string) => `*${word}* `.repeat(2_000);

async function makeSaver() {
  const { id: userId } = await makePerson();
  const { id: episodeId } = await makeEpisode((await makePodcast()).id);
  const save = (text: string) => saveInsight(db, userId, episodeId, text);
  return { userId, episodeId, save };
}

test('a text is rendered once, however often it is saved', async () => {
  const { userId, save } = await makeSaver();
  const { saved } = await save(long('one'));
  expect(await save(long('one'))).toEqual({ saved, isNew: false });
  const { saved: other } = await save(long('two'));
  expect(pauses).toHaveBeenCalled();
  pauses.mockClear();
  await expect(editInsight(db, userId, other.id, { insight: long('one') })).rejects.toThrow(
    'already in your library',
  );
  await expect(
    editInsight(db, userId, crypto.randomUUID(), { insight: long('three') }),
  ).rejects.toThrow('not found');
  expect(pauses).not.toHaveBeenCalled();
  await save(long('one'));
  expect(pauses).not.toHaveBeenCalled();
});

test('nothing is rendered for a full library', async () => {
  const { userId, episodeId, save } = await makeSaver();
  const { saved } = await save('short');
  const bytes = 1024 * 1024;
  for (let index = 0; index < SAVED_INSIGHTS_MAX_BYTES / bytes - 1; index += 1) {
    const insight = `${index}`.padEnd(bytes, 'x');
    const row = {
      userId,
      episodeId,
      insight,
      insightHtml: '',
      insightHash: `${index}`,
      tags: [],
      generatedAt: new Date(),
    };
    await db.insert(savedInsights).values(row);
  }
  pauses.mockClear();
  const tooLong = long('long').repeat(100);
  await expect(save(tooLong)).rejects.toThrow('full');
  await expect(editInsight(db, userId, saved.id, { insight: tooLong })).rejects.toThrow('full');
  expect(pauses).not.toHaveBeenCalled();
});
