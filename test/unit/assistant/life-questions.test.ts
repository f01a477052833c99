import { describe, expect, it } from 'vitest';
import { NOTHING_FOUND } from '../../../worker/assistant/embedded/nothing-found.ts';
import { ask, spoken } from './fixtures.ts';

const INTERVIEW =
  spoken(`Nora Lind: Welcome to The Long Table. Today my guest is Tomas Reuter, and we talk about quiet offices.
Tomas Reuter: Thank you, Nora. Offices got loud in the nineties, when the walls came down everywhere.
Nora Lind: So tell us a bit about yourself. How did you get into acoustics?
Tomas Reuter: As a kid I took radios apart, mostly to annoy my sister. Then a choir needed somebody for its microphones.
Tomas Reuter: Later I went to university in Graz, and my degree was in music theory, of all things.
Nora Lind: That is a long way from carpets and ceilings.
Tomas Reuter: It is. In 2011 I worked at Steelcase for three years, mostly on meeting rooms that people hated.
Tomas Reuter: These days I run a small studio, and I work as an acoustic consultant for hospitals and schools.
Nora Lind: What do most companies get wrong about noise?
Tomas Reuter: Companies buy panels first. They should measure the reverberation of a room before they buy anything.
Nora Lind: At my own job we measured nothing at all, and I studied law, so I believed every salesman.`);

const IN_CAPTIONS = {
  ...INTERVIEW,
  lines: INTERVIEW.lines.map((line) => ({ ...line, speaker: null })),
};

describe('questions about somebody’s life', () => {
  it.each([
    ['What does Tomas do for a living?', 'I work as an acoustic consultant'],
    ['where does Tomas work now?', 'I work as an acoustic consultant'],
    ["What is Tomas Reuter's job?", 'I run a small studio'],
    ['What did Tomas do at Steelcase?', 'I worked at Steelcase for three years'],
    ['What did he study?', 'my degree was in music theory'],
    ['What did the guest study?', 'my degree was in music theory'],
    ['How did Tomas get into acoustics?', 'As a kid I took radios apart'],
    ["What's his background?", 'As a kid I took radios apart'],
  ])('are answered with what they tell of themselves: %s', async (question, told) => {
    const answer = await ask(question, INTERVIEW);
    expect(answer.split('\n')[0]).toContain(told);
    expect(answer).not.toContain('Nora Lind');
  });

  it('are about whoever was asked about before', async () => {
    const question = 'What should companies measure, according to Tomas?';
    const earlier = [{ question, answer: await ask(question, INTERVIEW) }];
    expect(await ask('And what did he study?', INTERVIEW, earlier)).toContain('music theory');
  });

  it('are answered where no speakers are named, too', async () => {
    expect(await ask('What did Tomas study?', IN_CAPTIONS)).toContain('music theory');
    expect(await ask('How did the guest get started?', IN_CAPTIONS)).toContain('took radios apart');
  });

  it('are of a thing if they name no person', async () => {
    const answer = await ask('What do panels do?', INTERVIEW);
    expect(answer).not.toMatch(/consultant|Steelcase|radios/);
  });

  it('say nothing of where somebody never worked', async () => {
    const answer = await ask('What did Tomas do at Lufthansa?', INTERVIEW);
    expect(answer).toMatch(new RegExp(`^(?:${NOTHING_FOUND}|Nobody says)`));
  });

  it('are answered with the introduction if they tell only what they did', async () => {
    const talk =
      spoken(`Nora Lind: Welcome to The Long Table. We're joined by Ada Brandt, who is a typographer at Reuter Press.
Ada Brandt: Hello, Nora. For ten years I worked as a nurse, mostly at night, and I drew letters between my rounds.
Nora Lind: What makes a good letter?
Ada Brandt: A good letter has one idea, and its white space is drawn as carefully as its black.`);
    const now = await ask('What does she do?', talk);
    expect(now).toContain('typographer at Reuter Press');
    expect(now).not.toContain('nurse');
    expect(await ask('What did she do before?', talk)).toContain('I worked as a nurse');
  });

  it('are about the guests of a host whom only the podcast names', async () => {
    const talk =
      spoken(`Nora Lind: I am Nora Lind, and this is about letters. What makes a good one?
Ada Brandt: A good letter has one idea. For ten years I worked as a nurse, mostly at night.
Nora Lind: I worked as a clerk, so I know the forms.`);
    const episode = { ...talk, podcastHost: 'Nora Lind' };
    const answer = await ask('What did she do before?', episode);
    expect(answer).toContain('as a nurse');
    expect(answer).not.toContain('as a clerk');
  });

  it.each([
    "What's next for Ada?",
    'What are they working on next?',
    'What are her plans?',
    'What does the future look like?',
    "What's coming up?",
    'What do they plan to do next?',
  ])('are about what comes, too: %s', async (question) => {
    const talk =
      spoken(`Nora Lind: Welcome to The Long Table. My guest is Ada Brandt, a typographer.
Ada Brandt: Hello. The next letter that you work on always looks like the one before, and that is my trade.
Nora Lind: What makes a good letter?
Ada Brandt: A good letter has one idea, and its white space is drawn as carefully as its black.
Nora Lind: And what are you excited about for the future of your press?
Ada Brandt: Well, paper is back. We're working on a typeface for timetables that grandparents can read from across a street.
Nora Lind: Thank you, Ada.`);
    expect((await ask(question, talk)).split('\n')[0]).toContain('typeface for timetables');
  });
});
