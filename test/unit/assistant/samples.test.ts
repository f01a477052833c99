import { describe, expect, it } from 'vitest';
import type { AssistantEpisode, Exchange } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { loadShows } from '../../../worker/operator/samples/shows.ts';
import { collect, READER } from './fixtures.ts';

const assistant = createEmbeddedAssistant();
const shows = loadShows();

/** An episode of the sampler, by its script's name. */
function episode(slug: string): AssistantEpisode {
  const show = shows.find(({ episodes }) => episodes.some((one) => one.slug === slug));
  const found = show?.episodes.find((one) => one.slug === slug);
  if (!show || !found) throw new Error(`there is no ${slug}`);
  const turns = found.chapters.flatMap((chapter) => chapter.turns);
  return {
    id: slug,
    title: found.title,
    podcastTitle: show.title,
    description: found.description,
    publishedAt: null,
    lines: turns.map((turn, at) => ({ start: at * 20, end: at * 20 + 19, ...turn })),
  };
}

/** The last of several questions asked one after another. */
async function converse(slug: string, ...questions: string[]): Promise<string> {
  const about = episode(slug);
  const earlier: Exchange[] = [];
  let answer = '';
  for (const question of questions) {
    answer = (await collect(assistant.answer(about, question, earlier, READER, {}))).text;
    earlier.push({ question, answer });
  }
  return answer;
}

describe('a question about a sample', () => {
  it.each([
    ['order-of-returns', 'How large should an emergency fund be?', 'three to six months'],
    ['order-of-returns', 'Who invented the four percent rule?', 'William Bengen'],
    ['order-of-returns', 'What does the actuary recommend?', 'A single earner should hold six'],
    ['structured-interviews', 'How many questions should an interview have?', 'four to six'],
    ['structured-interviews', 'What does Anil think of free conversation?', 'three errors'],
    ['light-caffeine-and-sleep', 'How long should a nap be?', 'Twenty minutes'],
    ['leaving-for-a-rival', 'Are non-competes enforceable in California?', 'non-compete is dead'],
    ['burnout-is-a-design-problem', 'What is burnout?', 'burnout as a syndrome'],
    ['light-caffeine-and-sleep', 'How cold should my bedroom be?', 'around 18 degrees'],
    ['light-caffeine-and-sleep', 'Why do I feel groggy after a nap?', 'sleep inertia'],
    ['light-caffeine-and-sleep', 'Who came up with the two-process model?', 'Alexander Borbely'],
    ['light-caffeine-and-sleep', 'What do they recommend?', 'I recommend 30 minutes outdoors'],
    ['seventy-two-hours', 'What is a controller?', 'whoever decides why and how'],
    ['seventy-two-hours', 'How many branches does Hollin have?', 'with 23 branches'],
    ['seventy-two-hours', 'What must the notification contain?', 'the nature of the breach'],
    ['pay-transparency', 'What is a compa-ratio?', 'the salary divided by the midpoint'],
    ['pay-transparency', 'When does reporting start?', 'both starting in 2027'],
    ['pay-transparency', 'Who wrote the study about California?', 'David Card'],
    ['pay-transparency', 'How much did it cost to fix the salaries?', '228,000 euros'],
    ['email-that-arrives', 'Why do opens not mean anything?', 'loads images in advance'],
    ['strength-after-forty', 'What is sarcopenia?', 'medical name for low muscle strength'],
    ['strength-after-forty', 'How much protein do I need?', 'grams per kilogram'],
    ['leaving-for-a-rival', 'How long can a non-compete last?', 'up to two years'],
  ])('%s: %s', async (slug, question, said) => {
    expect(await converse(slug, question)).toContain(said);
  });

  it('who the guests are is answered with the words that introduce them', async () => {
    const text = await converse('order-of-returns', 'Who is the guest and what do they do?');
    expect(text).toContain('Victor Adeyemi is a financial planner');
    expect(text).toContain('Ruth Lindqvist is an actuary');
    expect(text).toMatch(/\*\*Helena Marsh\*\*, who hosts/);
    const job = await converse('light-caffeine-and-sleep', 'Who is Stefan?', 'What is his job?');
    expect(job).toContain('Stefan Kowalczyk is a physician');
  });

  it("'And Ruth?' gets what Ruth says of the same", async () => {
    const question = 'How large should an emergency fund be?';
    const text = await converse('order-of-returns', question, 'And Ruth?');
    expect(text).toMatch(/^Ruth Lindqvist says: “Three months suits two secure incomes/);
    expect(text).not.toContain('Victor Adeyemi');
  });

  it("'And Stefan?' gets nothing of another topic that he speaks of next", async () => {
    const question = 'What does Noor think about screens?';
    expect(await converse('light-caffeine-and-sleep', question)).toContain('Screens matter');
    const text = await converse('light-caffeine-and-sleep', question, 'And Stefan?');
    expect(text).toBe("This episode doesn't seem to say.");
  });

  it('goes on from the one before', async () => {
    const text = await converse(
      'seventy-two-hours',
      'How many branches does Hollin have?',
      'And how did it end?',
    );
    expect(text).toContain('They notified on Saturday');
  });

  it('about what comes first gets one piece of advice', async () => {
    const text = await converse('seventy-two-hours', 'What does Tobias recommend first?');
    expect(text.match(/“/g)).toHaveLength(1);
    expect(text).toMatch(/^Tobias Akande says/);
  });

  it('where they disagree is told by those who do', async () => {
    const text = await converse('order-of-returns', 'What do they disagree about?');
    expect(text).toContain('I would widen the range');
    expect(text).toContain('My objection to any fixed rule');
  });

  it.each([
    ['structured-interviews', 'How many employees does Google have?'],
    ['profit-is-not-cash', 'What is working capital?'],
    ['order-of-returns', 'When did Victor Adeyemi win the Nobel prize?'],
    ['burnout-is-a-design-problem', 'What did Sigmund Freud say about burnout?'],
    ['order-of-returns', 'Does the episode recommend buying gold?'],
    ['brand-and-activation', "Why did Felix's company go bankrupt?"],
  ])('%s: %s is not answered with something else', async (slug, question) => {
    expect(await converse(slug, question)).toMatch(/^This episode doesn't seem to say\./);
  });
});

describe('a question of another world', () => {
  const slugs = shows.flatMap(({ episodes }) =>
    episodes.filter(({ timeline }) => timeline).map((one) => one.slug),
  );
  it.each([
    'What do they say about astronomy?',
    'How much does a Ferrari cost?',
    'Who won the World Cup?',
    'What is the tallest mountain?',
    'What do they say about quantum computing?',
    'When did the Titanic sink?',
    'Which guitar does the host play?',
    'What is the recipe for lasagna?',
    'Who directed Jurassic Park?',
    'When does the museum open?',
  ])('%s is answered by no sample', async (question) => {
    for (const slug of slugs) {
      const answer = await converse(slug, question);
      expect([slug, answer]).toEqual([
        slug,
        expect.stringMatching(/^This episode doesn't seem to say\./),
      ]);
    }
  });
});

describe('the gist of a sample', () => {
  it.each(
    shows.flatMap(({ episodes }) => episodes.filter(({ timeline }) => timeline)).map((e) => e.slug),
  )('of %s greets nobody and presents nobody', async (slug) => {
    const text = await assistant.writeInsight(episode(slug), READER, {});
    const gist = text.split('\n\n')[1] ?? '';
    expect(gist.match(/“/g)?.length).toBeGreaterThanOrEqual(2);
    expect(gist).not.toMatch(/“I am |[Ww]elcome|“\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+ is an? /u);
  });

  it('says what its subject is, where somebody says so', async () => {
    const text = await assistant.writeInsight(episode('order-of-returns'), READER, {});
    expect(text.split('\n\n')[1]).toContain('An emergency fund is cash you can reach');
  });
});

describe('the theme of a sample in a digest', () => {
  it('is the field of its podcast where that is known', async () => {
    const one = { ...episode('order-of-returns'), category: 'Finance' };
    const [entry] = await assistant.writeDigest([one], READER, {});
    expect(entry?.theme).toBe('Finance');
  });

  it('is otherwise something that its title or description names, too', async () => {
    const [entry] = await assistant.writeDigest([episode('structured-interviews')], READER, {});
    expect(entry?.theme).toBe('Interviews');
  });
});
