import { describe, expect, it } from 'vitest';
import { anyOf, oneOf, phrases } from '../../../worker/assistant/language/phrases.ts';

describe('Patterns that are written as lists', () => {
  it('take each line and each bar between spaces as the next phrase', () => {
    const greets = phrases('i')`
      good (?:morning|evening) | welcome back
      hello
    `;
    expect(greets.source).toBe(String.raw`\b(?:good (?:morning|evening)|welcome back|hello)\b`);
    expect(greets.test('Hello there')).toBe(true);
    expect(greets.test('Good evening, everyone')).toBe(true);
  });

  it('match phrases as whole words', () => {
    expect(phrases('')`order | plan`.test('in a disorderly way')).toBe(false);
  });

  it('leave it to a phrase where its words end', () => {
    const advises = anyOf('i')`
      ^never \w+ | \bmake sure\b
    `;
    expect(advises.test('Never guess')).toBe(true);
    expect(advises.test('I never guess')).toBe(false);
    expect(advises.test('We make sure of it')).toBe(true);
  });

  it('can be a part of a longer pattern', () => {
    const asks = new RegExp(
      `^${oneOf`
      who | what
    `} is`,
    );
    expect(asks.test('what is it')).toBe(true);
    expect(asks.test('what it is')).toBe(false);
  });
});
