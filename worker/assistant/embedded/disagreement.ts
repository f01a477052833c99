/** Answers who disagrees with somebody or about something. */
import type { AnswerPart } from '../evidence.ts';
import { oneOf } from '../language/phrases.ts';
import { topicStems, wordsOf } from '../language/words.ts';
import { topicTerms } from '../retrieval/question.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { sidesOf } from './agreements.ts';
import { chooseQuotedSentences } from './choose-quotations.ts';
import { chooseExtracts } from './extracts.ts';
import { findAnswers } from './find-answers.ts';
import { salienceOf } from './salience.ts';
import type { AskedQuestion } from './search-episodes.ts';
import { partsFrom, textPart } from './statements.ts';

const DISAGREE = oneOf`
  disagree\w* | disput\w* | contradict\w* | objected | objections? | push(?:es|ed)? back
  (?<!\b(?:is|are|an?|the) )objects?(?= to\b|$)
  pushback | argue[sd]? (?:against|with|about|over) | at odds | clash(?:es|ed)? | quarrel\w*
  differ(?:s|ed)? (?:about|on|over)
`;
/** 'What happens if two scores disagree?' asks for something else. */
const ASKS = new RegExp(
  String.raw`^(?:and |so |but )*(?:${oneOf`
    who | whom | where | what | which | on what | does | do | did | is | are | was | were | has | have
    anyone | anybody | anything
  `}\b(?!.*\bwhy\b|.*\b(?:if|when)\b.*\b${DISAGREE}).*\b${DISAGREE}\b|(?:do|does|did) .*\bagree\b|(?:where|what|which|on what)\b.* (?:not|never|(?:do|does|did)n'?t) (?:.* )?agree\b)`,
);
/** The people who are asked about are not the topic: 'What do the two lawyers disagree about?' */
const WHO = new RegExp(String.raw`\b(?:do|does|did) (.*)\b(?:${DISAGREE}|agree)\b`);

const DISAGREEING = new RegExp(String.raw`\b${DISAGREE}`);

/** Names no topic, and takes none from the question before. */
const ABOUT_ANYTHING = /\b(?:any|every|some)thing\b|\bat all$/;

export const asksForDisagreement = (message: string) => ASKS.test(wordsOf(message).join(' '));

/** Sentences before a disagreement that say what it is about. */
const CONTEXT_SENTENCES = 3;
const MAX_SHOWN = 4;
/** Without any, the replies that tell most may tell what two people differ on. */
const MAX_REPLIES = 2;

/** Answers, in steps, with the disagreements asked for or, if there are none, with what is said about their subject. */
export function* answerDisagreement(asked: AskedQuestion[]): Generator<void, AnswerPart[]> {
  const told: AnswerPart[][] = [];
  for (const one of asked) {
    told.push(yield* answerForEpisode(one));
    yield;
  }
  // Where somebody disagrees, nothing has to be said about the others.
  const found = told.filter((parts) => parts.every(({ type }) => type === 'statement'));
  return (found.length > 0 ? found : told.slice(0, 1)).flat();
}

function* answerForEpisode(asked: AskedQuestion): Generator<void, AnswerPart[]> {
  const { analysis, question, quotedBefore } = asked;
  yield* salienceOf.inSteps(analysis);
  const { index } = analysis;
  const words = wordsOf(question.text).join(' ');
  const who = topicStems(WHO.exec(words)?.[1] ?? '');
  const asking = topicStems(DISAGREEING.exec(words)?.[0] ?? '');
  const topic = ABOUT_ANYTHING.test(words)
    ? []
    : topicTerms(question).filter((stem) => !who.includes(stem) && !asking.includes(stem));
  const isAbout = (at: number) =>
    topic.length === 0 ||
    index.stems
      .slice(Math.max(0, at - CONTEXT_SENTENCES), at + 1)
      .some((stems) => topic.some((stem) => stems.includes(stem)));
  const { speakers } = question;
  const isNamed = (one: Sentence | undefined) => speakers.includes(one?.speaker ?? '');
  const isBy = (at: number) => {
    const both = sidesOf(index, at).flat();
    return speakers.length > 1 ? both.every(isNamed) : speakers.length === 0 || both.some(isNamed);
  };
  const told = (places: number[]) =>
    partsFrom(
      analysis,
      places.flatMap((at) => sidesOf(index, at).flat()).map((one) => one.index),
    );
  const those = (isMeant: (at: number) => boolean) => {
    const choice = { isMeant: (at: number) => isBy(at) && isMeant(at) };
    return told(chooseExtracts(analysis, 'disagreements', MAX_SHOWN, choice));
  };
  const found = those(isAbout);
  if (found.length > 0) return found;
  const lead = 'No open disagreement was found';
  if (topic.length === 0) {
    const replies =
      speakers.length > 1
        ? chooseExtracts(analysis, 'takeaways', MAX_REPLIES, { isMeant: isBy })
        : [];
    if (replies.length === 0) return [textPart(`${lead}.`)];
    return [textPart(`${lead}. Where they answer each other:\n\n`), ...told(replies)];
  }
  const own = topicStems(words);
  const any = topic.some((stem) => own.includes(stem)) ? [] : those(() => true);
  if (any.length > 0) return [textPart(`${lead} about that. Where they disagree:\n\n`), ...any];
  const { answers } = yield* findAnswers(analysis, asked);
  const places = chooseQuotedSentences(analysis, question, answers).filter(
    (at) => !quotedBefore.has(at),
  );
  if (places.length === 0) return [textPart(`${lead} about that.`)];
  return [
    textPart(`${lead} about that. What is said about it:\n\n`),
    ...partsFrom(analysis, places),
  ];
}
