import { expect, it } from 'vitest';
import { resolveQuestion } from '../../../worker/assistant/asking/complete-question.ts';
import { analysisOf } from '../../../worker/assistant/embedded/episode-analysis.ts';
import { findAnswers } from '../../../worker/assistant/embedded/find-answers.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { withoutPauses } from '../../../worker/platform/pauses.ts';
import { SHIPS, spoken } from './fixtures.ts';

it('what was not quoted yet answers a follow-up if it scores 70 % of what was', () => {
  const { lines } = spoken(
    `Ida Holm: The keeper of the lighthouse polishes the lens with vinegar. The keeper of the lighthouse polishes the lens. A keeper polishes the lens of his lamp. He polishes the lens of the lighthouse twice. The lens of the lighthouse came from France. The keeper of the lighthouse has a goat. A keeper polishes his boots on Sunday. The lighthouse stands on a rock. Nobody has a lens like that. The keeper sings.
${SHIPS}`,
  );
  const index = indexOf(lines);
  const analysis = analysisOf(spoken(''), index, null);
  const question = 'What does the keeper of the lighthouse polish the lens with?';
  const asked = resolveQuestion(question, [], index);
  const answersAfter = (quoted: number[]) =>
    withoutPauses(findAnswers(analysis, { ...asked, quotedBefore: new Set(quoted) })).answers;
  const ranked = answersAfter([]);
  const best = ranked[0]?.score ?? 0;
  const tried = ranked.slice(1).map(({ sentence, score }, before) => {
    const quoted = ranked.slice(0, before + 1).map((one) => one.sentence);
    return { share: score / best, isNew: answersAfter(quoted)[0]?.sentence === sentence };
  });
  const close = tried.filter(({ share }) => share > 0.6 && share < 0.8);
  expect(new Set(close.map(({ isNew }) => isNew))).toEqual(new Set([true, false]));
  for (const { share, isNew } of tried) expect(isNew, `a share of ${share}`).toBe(share >= 0.7);
});

it('the fact asked for answers a follow-up where the last answer quotes, if it is found nowhere else', () => {
  const { lines } = spoken(`Ann Lee: I knocked at the doors of the bakeries. I was in forty of them.
${SHIPS}
Bo Cole: A research of the mills is done by the farmers. The mills grind for them.`);
  const index = indexOf(lines);
  const analysis = analysisOf(spoken(''), index, null);
  const question = resolveQuestion(
    'How many mills did the research of the farmers find?',
    [],
    index,
  );
  const answersAfter = (lastQuoted: number[], addedSentences: number[] = []) =>
    withoutPauses(findAnswers(analysis, { ...question, lastQuoted, addedSentences })).answers.map(
      ({ sentence }) => index.sentences[sentence]?.text,
    );
  expect(answersAfter([])).toEqual([]);
  expect(answersAfter([0])).toEqual(['I was in forty of them.']);
  expect(answersAfter([index.sentences.length - 1])).toEqual([]);
  expect(answersAfter([0], [index.sentences.length - 1])).not.toContain('I was in forty of them.');
});
