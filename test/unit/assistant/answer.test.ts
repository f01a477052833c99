import { describe, expect, it } from 'vitest';
import { AssistantError, type Exchange } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { clock, findCitations } from '../../../worker/assistant/retrieval/citation.ts';
import { BREAD, captions, collect, READER } from './fixtures.ts';

const assistant = createEmbeddedAssistant();

async function ask(question: string, earlier: Exchange[] = [], episode = BREAD) {
  return (await collect(assistant.answer(episode, question, earlier, READER, {}))).text;
}

describe('an answer', () => {
  it('quotes the sentence with its speaker and a time that a line starts at', async () => {
    const text = await ask('How many loaves do they bake in a day?');
    expect(text).toMatch(/^Otto Brenner says: “About 340 on a weekday/);
    const starts = BREAD.lines.map(({ start }) => clock(start ?? 0));
    expect(findCitations(text).length).toBeGreaterThan(0);
    for (const citation of findCitations(text)) expect(starts).toContain(citation.text);
  });

  it('comes in pieces that make the whole', async () => {
    const { text, pieces } = await collect(
      assistant.answer(BREAD, 'Why does a loaf collapse?', [], READER, {}),
    );
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join('')).toBe(text);
    expect(text).toContain('because the dough has fermented for too long');
  });

  it('says that the episode does not say, of what it does not', async () => {
    for (const question of [
      'Who is the president of France?',
      'What do they say about cryptocurrency?',
      'How far is the moon?',
    ]) {
      expect(await ask(question)).toMatch(/^This episode doesn't seem to say\./);
    }
  });

  it('gives the nearest thing where the thing itself is not said', async () => {
    const text = await ask('Who built the oven?');
    expect(text).toMatch(/^This episode doesn't seem to say\. The nearest it comes:\n\n.*oven/s);
  });

  it('takes who is meant from what was asked before', async () => {
    const first = await ask('What does Otto say about flour?');
    const text = await ask('And what did he say about salt?', [
      { question: 'What does Otto say about flour?', answer: first },
    ]);
    expect(text).toContain('Otto Brenner says');
    expect(text).toContain('Salt slows the yeast');
  });

  it('tells something else when asked what else', async () => {
    const question = 'What does Otto say about salt?';
    const answer = await ask(question);
    const more = await ask('What else did he say?', [{ question, answer }]);
    const quotes = (text: string) => text.match(/“[^”]+”/g) ?? [];
    expect(quotes(more).length).toBeGreaterThan(0);
    for (const quote of quotes(more)) expect(answer).not.toContain(quote);
  });

  it('to what the whole is about is an overview with times', async () => {
    for (const question of ['Summary please', 'What is this episode about?', 'key takeaways']) {
      const text = await ask(question);
      expect(text.split('\n- ').length).toBeGreaterThan(4);
      expect(findCitations(text).length).toBeGreaterThan(3);
    }
  });

  it('gives the reply to a question the host asks in the same words', async () => {
    expect(await ask('What was your worst mistake?')).toContain('I expanded to a second shop');
  });

  it('tells of a speaker by what the others say of them', async () => {
    expect(await ask('Who is Otto Brenner?')).toMatch(
      /^Maya Okafor says: “My guest is Otto Brenner/,
    );
  });

  it('names topics, speakers and quotes when asked for them', async () => {
    expect(await ask('What topics are covered?')).toMatch(/^The topics/);
    expect(await ask('Who is speaking?')).toContain('**Otto Brenner**');
    expect(await ask('Give me some good quotes')).toMatch(/^Worth quoting/);
  });

  it('who speaks is told by what is said of them where no speaker is named', async () => {
    const lines = captions(
      `X: Welcome to the show. Join Lena and me for a talk about mills. Lena Vermeulen, a miller from Antwerp, has ground flour for thirty years. Thanks for having me. I work at the windmill on the river with my brother. We grind rye twice a week.`,
    ).map((line) => ({ ...line, speaker: null }));
    const text = await ask('Who is the guest and what do they do?', [], { ...BREAD, lines });
    expect(text).toMatch(/^This is how they are introduced/);
    expect(text).toContain('a miller from Antwerp');
    expect(text).toContain('I work at the windmill');
  });

  it('names nobody for a jingle', async () => {
    const lines = captions(
      'Ann: The mill turns when the wind blows.\nJingle: La la la, the mill song.\nAnn: And it stops at night.',
    );
    const text = await ask('Who is speaking?', [], { ...BREAD, lines });
    expect(text).toContain('**Ann**');
    expect(text).not.toContain('Jingle');
  });

  it('is found by a related word, though that alone is no evidence', async () => {
    const lines = captions(
      'Ann: The court may order a fine of up to 900 euros for a barking dog. Cats are free to sing at night. The neighbours usually settle it over coffee.',
    );
    expect(await ask('How large is the fine?', [], { ...BREAD, lines })).toContain('900 euros');
    expect(await ask('How large is the penalty?', [], { ...BREAD, lines })).toMatch(
      /^This episode doesn't seem to say\./,
    );
  });

  it('to a greeting or thanks is one', async () => {
    expect(await ask('Hello!')).toMatch(/^Hello!/);
    expect(await ask('ok thanks a lot')).toMatch(/^You're welcome/);
  });

  it('summarises one topic in a paragraph that owns up to leaving out fillers', async () => {
    const text = await ask('Summarize the discussion about salt');
    expect(text).toMatch(/^On salt: Otto Brenner says: Salt slows the yeast/);
    expect(text).toContain('fillers of speech left out');
  });

  it('says without a transcript that it knows only title and description', async () => {
    const bare = { ...BREAD, lines: [] };
    const text = await ask('What does the baker from Ghent talk about?', [], bare);
    expect(text).toContain('no transcript');
    expect(text).toContain('A baker from Ghent on starters');
    expect(await ask('Who won?', [], { ...bare, description: '' })).toContain('sourdough');
  });

  it('has no citations where the transcript has no times', async () => {
    const lines = BREAD.lines.map((line) => ({ ...line, start: null, end: null }));
    const text = await ask('Who taught Otto to bake?', [], { ...BREAD, lines });
    expect(text).toContain('Lena Vermeulen');
    expect(findCitations(text)).toEqual([]);
  });

  it('never gives HTML or live Markdown that stood in the transcript', async () => {
    const lines = captions(
      'Eve *X*: The secret recipe is <img src=x onerror=alert(1)> and [click](javascript:alert(1)) **now** `rm`.',
    );
    const text = await ask('What is the secret recipe?', [], { ...BREAD, lines });
    expect(text).toContain('secret recipe');
    expect(text.replace(/\[\d+:\d\d\]/g, '')).not.toMatch(/(?<!\\)[<*`[]/);
  });

  it('does not fail on other languages, odd signs or nothing at all', async () => {
    const lines = captions(
      'Ana: Hoy hablamos del pan. La masa madre necesita tiempo.\nLi: 面包需要时间。盐很重要。',
    );
    for (const question of [
      '¿Qué necesita la masa madre?',
      '盐重要吗?',
      '???',
      '',
      '\u0000💥',
      'a'.repeat(2000),
    ]) {
      expect((await ask(question, [], { ...BREAD, lines })).length).toBeGreaterThan(0);
    }
    expect(await ask('¿Qué necesita la masa madre?', [], { ...BREAD, lines })).toContain('tiempo');
  });

  it('is not begun for a question that was called off', async () => {
    const stream = assistant.answer(BREAD, 'Why?', [], READER, { signal: AbortSignal.abort() });
    await expect(collect(stream)).rejects.toThrow(AssistantError);
  });
});
