import { it } from 'vitest';
import type { SearchDocument } from '../../../worker/search/document.ts';
import { writeDocument } from '../../../worker/search/index-store.ts';
import { expectShortSteps } from '../../support/longest-step.ts';

/** Without pauses it is all of the work; now a tenth. Of half the text it was 0.18, as a step is no shorter there. */
const LONGEST_STEP = 0.2;

const statement = { bind: () => statement, all: async () => ({ results: [] }) };
const DATABASE = { prepare: () => statement, batch: async () => [] } as unknown as D1Database;

const documentOf = (texts: string[]): SearchDocument => ({
  kind: 'transcript',
  sourceId: 'long',
  owner: null,
  podcastId: null,
  episodeId: null,
  publishedAt: null,
  version: '1',
  sentences: texts.map((text) => ({ text, start: null, speaker: null })),
});

it.each([
  ['English', (at: number) => `So we raised the price to ${at} euros, and the hospitals stayed.`],
  ['Chinese', (at: number) => `所以我们把价格提高到${at}欧元,医院都留下来了。`],
])('others have their turn while a long text in %s is indexed', async (_, sentence) => {
  const document = documentOf(Array.from({ length: 30_000 }, (_, at) => sentence(at)));
  const write = () => writeDocument(DATABASE, document);
  await write();
  await expectShortSteps(write, LONGEST_STEP);
});
