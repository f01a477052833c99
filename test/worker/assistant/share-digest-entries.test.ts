import { expect, test } from 'vitest';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { embeddedAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { sharingEntries } from '../../../worker/assistant/embedded/share-digest-entries.ts';

const READER = { industry: null, role: null, goals: null };

const episodes = ['one', 'two', 'three'].map(
  (id): AssistantEpisode => ({
    id,
    title: id,
    podcastTitle: 'Show',
    description: '',
    publishedAt: new Date(0),
    lines: [{ start: 0, end: 1, speaker: null, text: `This is ${id}.` }],
  }),
);

function counted() {
  const written: string[] = [];
  const writeDigest = sharingEntries(async (asked) => {
    written.push(...asked.map(({ title }) => title));
    await scheduler.wait(20);
    const result = asked.map(({ id }) => ({ episodeId: id, statements: [], theme: 'Theme' }));
    return { result, isStandIn: false };
  });
  return { written, write: (some: AssistantEpisode[]) => writeDigest(some, READER, {}) };
}

test('digests that are written at once, or later, share their entries', async () => {
  const { written, write } = counted();
  const digests = await Promise.all(Array.from({ length: 60 }, () => write(episodes)));
  const inOrder = episodes.map(({ id }) => id);
  for (const { result } of digests) {
    expect(result.map(({ episodeId }) => episodeId)).toEqual(inOrder);
  }
  await write(episodes.slice(1));
  expect(written).toEqual(inOrder);
});

test('an episode that has changed gets another entry', async () => {
  const { written, write } = counted();
  const [one] = episodes;
  if (!one) throw new Error('there is none');
  const lines = [{ start: 0, end: 1, speaker: null, text: 'This is new.' }];
  for (const changed of [one, { ...one, title: 'new title' }, { ...one, lines }, one]) {
    await write([changed]);
  }
  expect(written).toEqual(['one', 'new title', 'one']);
});

test('the embedded assistant shares them', async () => {
  const write = async () => (await embeddedAssistant().writeDigest(episodes, READER, {})).result;
  const first = await write();
  const again = await write();
  expect(first).toHaveLength(episodes.length);
  again.forEach((entry, at) => {
    expect(entry).toBe(first[at]);
  });
});
