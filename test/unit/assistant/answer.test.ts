import { describe, expect, it } from 'vitest';
import { AssistantError } from '../../../worker/assistant/assistant.ts';
import { NOTHING_FOUND } from '../../../worker/assistant/embedded/answer.ts';
import { findCitations } from '../../support/find-citations.ts';
import { ask, assistant, BREAD, captions, collect, READER, spoken } from './fixtures.ts';

const FOUND_NONE = new RegExp(`^${NOTHING_FOUND}`);
const SHIPS = `Ida Holm: The harbour closes when the ice comes, and the crane stands still until the spring.
Per Dahl: We paint the ships in the winter, and repair the sails.`;

describe('an answer', () => {
  it('quotes the sentence with its speaker and its time', async () => {
    const text = await ask('How many loaves do they bake in a day?');
    expect(text).toMatch(/^Otto Brenner: “About 340 on a weekday/);
    expect(findCitations(text).length).toBeGreaterThan(0);
  });

  it('comes in pieces that make the whole', async () => {
    const stream = assistant.answer(BREAD, 'Why does a loaf collapse?', [], READER, {});
    const { text, pieces } = await collect(stream, BREAD.lines);
    expect(pieces.join('')).toBe(text);
    expect(text).toContain('because the dough has fermented for too long');
  });

  it('shows what was ranked first', async () => {
    expect(await ask('Who taught Otto to bake?')).toContain('Lena Vermeulen taught me');
    expect(await ask('What should a beginner buy first?')).toContain(
      'You should buy a kitchen scale',
    );
  });

  it('says that it found none, and shows the closest places', async () => {
    const text = await ask('Did an oven explode in Madrid or Lisbon?');
    expect(text).toMatch(
      /^I found no answer to that in this episode\. The places that come closest:/,
    );
    expect(text.match(/^- .*“.+” \[/gm)).toHaveLength(3);
  });

  it('says that words foreign to the episode are not mentioned', async () => {
    for (const question of ['Who is the president of France?', 'How deep is Lake Baikal?']) {
      expect(await ask(question)).toBe('I found no mention of that in this episode.');
    }
  });

  it('calls what has paragraphs instead of times a source', async () => {
    const lines = BREAD.lines.map(({ text }) => ({
      ...{ start: null, end: null, speaker: null, text, paragraph: 1 },
    }));
    const source = { ...BREAD, lines };
    for (const question of ['How deep is Lake Baikal?', 'Summarise it.', 'Who are you?', 'Hi']) {
      const [said, read] = [await ask(question), await ask(question, source)];
      expect(said).toMatch(/episode|their times/);
      expect(read).toMatch(/source|their paragraphs/);
      expect(read).not.toMatch(/episode|times/);
    }
  });

  it('is the reply if the episode asks the same question', async () => {
    const talk = `${SHIPS}
Ida Holm: Which harbour is the hardest to enter at night?
Per Dahl: The one at Vardo, by far.
Ida Holm: And what do you eat out there?
Per Dahl: We eat fish and potatoes.`;
    const text = await ask('Which harbour is the hardest to enter at night?', spoken(talk));
    expect(text).toContain('The one at Vardo, by far.');
  });

  it('resolves a pronoun from the earlier question', async () => {
    const question = 'What does Otto say about flour?';
    const earlier = [{ question, answer: await ask(question) }];
    const text = await ask('And what did he say about salt?', BREAD, earlier);
    expect(text).toContain('Salt slows the yeast');
  });

  it('gives something new when asked what else', async () => {
    const question = 'What does Otto say about salt?';
    const answer = await ask(question);
    const more = await ask('What else did he say?', BREAD, [{ question, answer }]);
    const quotes = (text: string) => text.match(/“[^”]+”/g) ?? [];
    expect(quotes(more).length).toBeGreaterThan(0);
    for (const quote of quotes(more)) expect(answer).not.toContain(quote);
  });

  it('describes people by their introduction', async () => {
    expect(await ask('Who is Otto Brenner?')).toContain('My guest is Otto Brenner');
  });

  it('says without a transcript that it knows only title and description', async () => {
    const bare = { ...BREAD, lines: [] };
    const text = await ask('What does the baker from Ghent talk about?', bare);
    expect(text).toContain('no transcript');
    expect(text).toContain('A baker from Ghent on starters');
    expect(await ask('Who won?', { ...bare, description: '' })).toContain('sourdough');
  });

  it('has no citations if the transcript has no times', async () => {
    const lines = BREAD.lines.map((line) => ({ ...line, start: null, end: null }));
    const text = await ask('Who taught Otto to bake?', { ...BREAD, lines });
    expect(text).toContain('Lena Vermeulen');
    expect(findCitations(text)).toEqual([]);
  });

  it('never gives HTML or live Markdown that stood in the transcript', async () => {
    const lines = captions(
      'Eve *X*: The secret recipe is <img src=x onerror=alert(1)> and [click](javascript:alert(1)) **now** `rm`.',
    );
    const text = await ask('What is the secret recipe?', { ...BREAD, lines });
    expect(text).toContain('secret recipe');
    expect(text.replace(/\[\d+:\d\d\]/g, '')).not.toMatch(/(?<!\\)[<*`[]/);
  });

  it('does not fail on other languages, odd signs or nothing at all', async () => {
    const episode = spoken(
      'Ana: Hoy hablamos del pan. La masa madre necesita tiempo.\nLi: 面包需要时间。盐很重要。',
    );
    for (const question of ['盐重要吗?', '???', '', '\u0000💥', 'a'.repeat(2000)]) {
      expect((await ask(question, episode)).length).toBeGreaterThan(0);
    }
    expect(await ask('¿Qué necesita la masa madre?', episode)).toContain('tiempo');
  });

  it('to a greeting or thanks is one', async () => {
    expect(await ask('Hello!')).toMatch(/^Hello!/);
    expect(await ask('ok thanks a lot')).toMatch(/^You're welcome/);
  });

  it('is not begun for a question that was called off', async () => {
    const stream = assistant.answer(BREAD, 'Why?', [], READER, { signal: AbortSignal.abort() });
    await expect(collect(stream, BREAD.lines)).rejects.toThrow(AssistantError);
  });
});

describe('a request about the whole episode', () => {
  it.each([
    'Summary please',
    'tl;dr',
    'What is this episode about?',
    'key takeaways',
    'Catch me up',
    'What should I remember from this?',
    'Summarise this for my CMO',
    'I am a nurse. Why should I care?',
    'As a product manager, what should I do after this?',
    'Which parts matter most to a family doctor?',
    'What do they disagree about?',
    'What numbers should I know?',
    'Which questions were asked?',
  ])('%s: is never refused', async (request) => {
    const text = await ask(request);
    expect(text).not.toMatch(FOUND_NONE);
    expect(findCitations(text).length).toBeGreaterThan(0);
  });

  it('gets the form that it asks for', async () => {
    const bullets = async (request: string) => (await ask(request)).match(/^- /gm)?.length ?? 0;
    expect(await bullets('Summarise the call in three bullets')).toBe(3);
    expect(await bullets('What are the top 4 takeaways for an HR lead?')).toBe(4);
    const quotes = async (request: string) => (await ask(request)).match(/“/g)?.length ?? 0;
    expect(await quotes('Sum it up in one sentence')).toBe(1);
    expect(await quotes('Write a two-sentence summary that I can send to my boss')).toBe(2);
  });

  it('writes bullets for an audience that the episode speaks of, too', async () => {
    const talk = `Maya Okafor: The board met in May, and the board asked for a plan because sales fell by 12 percent.
Lena Vermeulen: The board approved the plan, so we closed two shops and opened an online store.
Maya Okafor: What did the board want next?
Lena Vermeulen: You should measure returns every week, since returns cost us 40,000 euros last year.`;
    const text = await ask('Three bullets for the board, please', spoken(talk));
    expect(text.match(/^- /gm)).toHaveLength(3);
    expect(await ask('What does it mean for the board?', spoken(talk))).toContain('The board');
  });

  it('does not take a question about something in it for one', async () => {
    expect(await ask('What should a beginner buy first?')).not.toMatch(/matters most|own words/);
    expect(await ask('Summarise the discussion about salt')).toContain('Salt slows the yeast');
  });

  it('for people names who speaks, with what they do', async () => {
    const text = await ask(
      'Who is on this episode?',
      spoken(`Maya Okafor: My guest is Lena Vermeulen, a professor of milling at Antwerp.
Lena Vermeulen: Thank you. The mill turns when the wind blows, and it stops at night.
Jingle: La la la, the mill song.`),
    );
    expect(text).toContain('Lena Vermeulen, professor of milling at Antwerp');
    expect(text).toContain('Maya Okafor');
    expect(text).not.toContain('Jingle');
  });

  it('for people uses introductions if no speaker is named', async () => {
    const talk = `X: Welcome to the show. My guest is Lena Vermeulen, a writer from Antwerp. The mill turns when the wind blows.`;
    const lines = captions(talk).map((line) => ({ ...line, speaker: null }));
    expect(await ask('Who is the guest?', { ...BREAD, description: '', lines })).toContain(
      'Lena Vermeulen',
    );
  });
});
