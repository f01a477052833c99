/**
 * Whatever is asked about however much material: prompt and reply together fit into the model's context.
 */
import { expect, test } from 'vitest';
import { CHAT_MESSAGE_MAX_CHARS, PROFILE_FIELD_MAX_CHARS } from '../../../schema/limits.ts';
import { estimateTokens } from '../../../worker/assistant/model/material.ts';
import { fitting, type Note } from '../../../worker/assistant/model/notes.ts';
import { longEpisode, textOf } from './episodes.ts';
import { assistantOf } from './models.ts';

const words = (length: number) => 'What did it cost in all? '.repeat(length).slice(0, length);

const FIELD = words(PROFILE_FIELD_MAX_CHARS);
const READER = { industry: FIELD, role: FIELD, goals: FIELD };

function longWinded() {
  return { ...longEpisode(60), title: words(300), description: words(20_000) };
}

test.each([8_000, 16_000, 24_000])('of %i tokens', async (contextTokens) => {
  const { assistant, requests } = assistantOf('answers', { contextTokens });
  const earlier = Array.from({ length: 10 }, () => ({
    question: words(CHAT_MESSAGE_MAX_CHARS),
    answer: words(3_500),
  }));
  const question = words(CHAT_MESSAGE_MAX_CHARS);
  await textOf(assistant.answer(longWinded(), question, earlier, READER, {}));
  await assistant.writeInsight(longWinded(), READER, {});
  const library = Array.from({ length: 6 }, longWinded);
  await assistant.writeQuiz(library, 5, { seed: 'a' });
  await assistant.writeDigest([...library, ...library], READER, {});
  const asked = await requests();
  expect(asked.length).toBeGreaterThan(4);
  for (const { messages, max_tokens: reply = 0 } of asked) {
    const prompt = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    expect(reply).toBeGreaterThan(0);
    expect(prompt + reply, messages[0]?.content).toBeLessThanOrEqual(contextTokens);
    expect(messages.map(({ content }) => content).join()).toMatch(/^\d+ /m);
  }
});

test('more notes than fit are thinned out over the whole episode', () => {
  const notes: Note[] = Array.from({ length: 400 }, (_, index) => ({
    kind: 'claim',
    statement: { text: `Note ${1_000 + index}: ${words(90)}`, evidence: [] },
  }));
  const tokensOf = (some: Note[]) =>
    some.reduce((sum, { statement }) => sum + estimateTokens(statement.text), 0);
  for (const contextTokens of [8_000, 16_000, 128_000]) {
    const some = fitting(notes, contextTokens);
    expect(tokensOf(some)).toBeLessThan(contextTokens / 2);
    const places = some.map((note) => notes.indexOf(note));
    const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    expect(places[0]).toBe(0);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
    expect(places.at(-1)).toBeGreaterThanOrEqual(notes.length - Math.max(...steps));
    expect(fitting(notes.slice(0, 20), contextTokens)).toEqual(notes.slice(0, 20));
  }
  // With a large context, more of them fit, but not all.
  expect(fitting(notes, 128_000).length).toBeGreaterThan(fitting(notes, 8_000).length);
  expect(fitting(notes, 128_000).length).toBeLessThan(notes.length);
});
