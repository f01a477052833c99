import { describe, expect, it } from 'vitest';
import { subjectsOf } from '../../../worker/assistant/retrieval/subjects.ts';
import { nameSegments } from '../../../worker/assistant/retrieval/topics.ts';
import { buildIndex } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { withoutPauses } from '../../../worker/platform/pauses.ts';
import { captions } from './fixtures.ts';

/** The name of the only part of a talk. */
function nameOf(...sentences: string[]): string[] {
  const lines = sentences.map((text) => ({ start: null, end: null, speaker: 'Ada', text }));
  const [topic] = withoutPauses(nameSegments(buildIndex(lines), [], new Set()));
  return topic?.phrases ?? [];
}

describe('the name of a topic', () => {
  it('is made of things, however often something else is said of them', () => {
    const name = nameOf(
      'In the exact, with the exact, it is the exact.',
      'The pension is about the exact and for the exact.',
      'A pension and the payroll come with the exact.',
      'We drew from the payroll for the drew.',
    );
    expect(name.toSorted()).toEqual(['payroll', 'pension']);
  });

  it('is a phrase before a word that is said more often', () => {
    const demand = Array.from({ length: 3 }, () => 'Nobody saw the demand in the city.');
    const name = nameOf(
      'The pension fund is in the city.',
      'Some tax comes from the pension fund.',
      'A pension fund waits for the tide.',
      ...demand,
    );
    expect(name[0]).toBe('pension fund');
  });

  it('may be a name that is another word in lower case', () => {
    const name = nameOf(
      'We open the Slack in the morning.',
      'Everybody reads the Slack on the train.',
      'The messages are in the Slack.',
    );
    expect(name).toContain('Slack');
  });

  it('is no answer in a word, with which a sentence begins', () => {
    const yes = Array.from({ length: 12 }, () => 'Correct.');
    const name = nameOf('The statute is about the patent.', ...yes);
    expect(name).not.toContain('Correct');
    expect(name).toContain('patent');
  });

  it('is no sound that people make while they listen', () => {
    const sounds = Array.from({ length: 12 }, () => 'It is the Mm-hmm, and the uh-huh.');
    const name = nameOf('The statute is about the patent.', ...sounds);
    expect(name.join(' ').toLowerCase()).not.toMatch(/hmm|huh/);
    expect(name).toContain('patent');
  });
});

describe('the name of a topic in another language', () => {
  it('has no small words', () => {
    const name = nameOf(
      ...Array.from({ length: 4 }, () => 'Und wir haben die Gehälter mit der Spanne.'),
      ...'abcdefgh'.split('').map((end) => `Und haben wir das nicht verglichen${end}?`),
    );
    expect(name.toSorted()).toEqual(['Gehälter', 'Spanne']);
  });

  it('ends with a clause where no spaces are written', () => {
    expect(nameOf('盐很重要，时间很长', '盐很重要，面包很香', '盐很重要，水很冷')).toContain(
      '盐很重要',
    );
  });
});

describe('the subjects of a sentence', () => {
  const index = buildIndex(
    captions(
      `Ana: The traditional financial system grew over three hundred years. Nobody split it in two.
Ben: Every financial system has a risk, and pretty often the risk is in the system itself.
Ana: So the risk grows with the system. It was fun to watch.`,
    ),
  );

  it('are what the episode speaks of, with the words that describe it', () => {
    expect(subjectsOf(index, 'The traditional financial system is pretty fun.')[0]).toEqual({
      phrase: 'traditional financial system',
      share: 1,
    });
    expect(subjectsOf(index, 'It was fun to see the risk split.')[0]?.phrase).toBe('risk');
  });

  it('are named as the episode names them most often', () => {
    expect(subjectsOf(index, 'Nobody took the risks of it.')[0]?.phrase).toBe('risk');
  });

  it('are none where it says nothing that the episode speaks of', () => {
    expect(subjectsOf(index, 'We had a lovely picnic by the lake.')).toEqual([]);
  });
});
