import { expect, test } from 'vitest';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { embeddedAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { shareByEpisode } from '../../../worker/assistant/embedded/share-by-episode.ts';
import { loadWordVectors } from '../../../worker/assistant/load-word-vectors.ts';
import { plantPodcast } from '../../support/planted-podcast.ts';
import { readTranscript } from '../../support/transcripts-at-once.ts';

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
const [one, two, three] = episodes as [AssistantEpisode, AssistantEpisode, AssistantEpisode];

/** Makes an object of each episode, and counts. */
function counted(most = 10) {
  const made: string[] = [];
  const seen = { atOnce: 0, most: 0 };
  const share = (name: string) =>
    shareByEpisode({ name, most }, async ({ title }) => {
      made.push(title);
      seen.most = Math.max(seen.most, ++seen.atOnce);
      await scheduler.wait(20);
      seen.atOnce--;
      return { title };
    });
  return { made, seen, share };
}

test('what is made of an episode is made once for all who ask at once, or later', async () => {
  const { made, share } = counted();
  const of = share('it');
  const all = await Promise.all(
    Array.from({ length: 60 }, () => Promise.all(episodes.map((episode) => of(episode)))),
  );
  for (const objects of all) {
    objects.forEach((object, at) => {
      expect(object).toBe(all[0]?.[at]);
    });
  }
  await of({ ...two });
  expect(made.toSorted()).toEqual(['one', 'three', 'two']);
});

test('whoever asks while it is being kept gets the same', async () => {
  const of = shareByEpisode({ name: 'at once', most: 10 }, async ({ title }) => ({ title }));
  for (let round = 0; round < 20; round++) {
    const episode = { ...one, title: `${round}` };
    const asked = await Promise.all(
      Array.from({ length: 100 }, async (_, turns) => {
        for (let turn = 0; turn < turns; turn++) await null;
        return await of(episode);
      }),
    );
    expect(new Set(asked).size).toBe(1);
  }
});

test('who has other words gets something else, whatever else is the same', async () => {
  const { made, share } = counted();
  const of = share('it');
  const lines = [{ start: 0, end: 1, speaker: null, text: 'This is new.' }];
  for (const changed of [one, { ...one, title: 'new title' }, { ...one, lines }, one]) {
    await of(changed);
  }
  expect(made).toEqual(['one', 'new title', 'one']);
});

test('one episode is analysed at a time, whatever for, because it takes much memory', async () => {
  const { seen, share } = counted();
  const [quiz, digest] = [share('quiz'), share('digest')];
  await Promise.all([one, two, three].flatMap((episode) => [quiz(episode), digest(episode)]));
  expect(seen.most).toBe(1);
});

test('however many episodes wait for it, none is refused', async () => {
  const { made, share } = counted(100);
  const of = share('it');
  const titles = Array.from({ length: 60 }, (_, index) => `${index}`);
  await Promise.all(titles.map((title) => of({ ...one, title })));
  expect(made.toSorted()).toEqual(titles.toSorted());
});

test('what was used least recently is dropped for something new', async () => {
  const { made, share } = counted(2);
  const of = share('it');
  for (const episode of [one, two, one, three, one, two]) await of(episode);
  expect(made).toEqual(['one', 'two', 'three', 'two']);
});

test('the embedded assistant shares the entries of digests', async () => {
  const write = async () => (await embeddedAssistant().writeDigest(episodes, READER, {})).result;
  const first = await write();
  const again = await write();
  expect(first).toHaveLength(episodes.length);
  again.forEach((entry, at) => {
    expect(entry).toBe(first[at]);
  });
});

test('quizzes differ, but their episodes are analysed once', async () => {
  const talks = ['one', 'two'].map((id, at): AssistantEpisode => {
    const { transcript } = plantPodcast('https://sound.test', id, at);
    const bytes = new TextEncoder().encode(transcript);
    return {
      ...one,
      id,
      title: id,
      lines: readTranscript(bytes, { type: 'text/vtt', url: '' }).lines,
    };
  });
  let analysed = 0;
  const assistant = createEmbeddedAssistant(() => {
    analysed++;
    return loadWordVectors();
  }, shareByEpisode);
  const quizzes = await Promise.all(
    Array.from({ length: 20 }, (_, seed) => assistant.writeQuiz(talks, 5, { seed: `${seed}` })),
  );
  expect(new Set(quizzes.map(({ result }) => JSON.stringify(result))).size).toBeGreaterThan(15);
  expect(analysed).toBe(talks.length);
});
