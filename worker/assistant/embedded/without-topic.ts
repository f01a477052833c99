/** Answers questions without a topic of their own: who somebody is, what they mainly say, or what matters at all. */
import { NO_TOPIC } from '../across.ts';
import type { Reader } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { descriptionSentences } from '../retrieval/description.ts';
import { peopleOn } from '../retrieval/people.ts';
import { countTopicTerms } from '../retrieval/question.ts';
import type { Scope } from './episode-analysis.ts';
import { chooseExtracts } from './extracts.ts';
import { takeawaysOf } from './insight.ts';
import { noAnswer, noMore } from './nothing-found.ts';
import { fitOf } from './reader-fit.ts';
import { salienceOf } from './salience.ts';
import { type AskedQuestion, MAX_EPISODES } from './search-episodes.ts';
import { described, itemParts, partsFrom, statements, textPart } from './statements.ts';

const ASKS_WHO = /^(?:and |so )?(?:who\b|what (?:is|was|does|do)\b.+\bdo\b)/i;
const ASKS_WORK =
  /^(?:and |so )?(?:what (?:is|was) .+['’]s? (?:job|role|profession|background)|(?:where|who(?:m)?) (?:does|do|did) .+ work(?: for| at)?)\W*$/i;

const ASKED_PART = { host: /\bhosts?\b/i, guest: /\bguests?\b/i };

/** Quotes the introduction of the people whom a question is only about, or what the description says of them. */
export function introductionParts({ analysis, question }: AskedQuestion): AnswerPart[] {
  const { text: asked, speakers } = question;
  const asksWho = countTopicTerms(question) === 0 && ASKS_WHO.test(asked.trim());
  if (!asksWho && !ASKS_WORK.test(asked.trim())) return [];
  const { index, episode } = analysis;
  const all = peopleOn(index, episode);
  const ofPart = all.filter(({ part }) => part !== null && ASKED_PART[part].test(asked));
  const people =
    ofPart.length > 0 ? ofPart : all.filter(({ speaker }) => speakers.includes(speaker ?? ''));
  const introduced = people.flatMap(({ introducedBy }) => introducedBy.map((one) => one.index));
  if (introduced.length > 0) return partsFrom(analysis, introduced);
  const told = descriptionSentences(episode.description).filter((sentence) =>
    people.some(({ name }) => sentence.includes(name)),
  );
  return told.length > 0 ? [textPart(described(told.slice(0, 1)))] : [];
}

/** For questions without any topic: what the named people say, or else what matters. */
export function* answerWithoutTopic(
  scope: Scope,
  asked: AskedQuestion[],
  reader: Reader,
): Generator<void, AnswerPart[]> {
  for (const { analysis } of asked) yield* salienceOf.inSteps(analysis);
  const named = asked.filter(({ question }) => question.speakers.length > 0);
  if (named.length === 0)
    return scope.only ? asked.flatMap((one) => whatMatters(one, reader)) : [textPart(NO_TOPIC)];
  const said = named
    .slice(0, MAX_EPISODES)
    .flatMap((one) => partsFrom(one.analysis, mainPointsBy(one, reader)));
  if (said.length > 0) return said;
  const isMore = named.some(({ quotedBefore }) => quotedBefore.size > 0);
  return [textPart(isMore ? noMore(scope) : noAnswer(scope))];
}

/** How many sentences of somebody are quoted, and how many for a question without any topic. */
const MAX_SAYINGS = 3;
const MAX_MATTERING = 4;

/** The main points of what the named people say, or their advice if that is asked for. */
function mainPointsBy(
  { analysis, question, quotedBefore }: AskedQuestion,
  reader: Reader,
): number[] {
  const { sentences } = analysis.index;
  const choice = {
    isMeant: (at: number) => question.speakers.includes(sentences[at]?.speaker ?? ''),
    said: quotedBefore,
    fit: fitOf(analysis, reader),
  };
  return question.answerType === 'advice'
    ? chooseExtracts(analysis, 'actions', MAX_SAYINGS, choice)
    : takeawaysOf(analysis, MAX_SAYINGS, choice);
}

function whatMatters(
  { analysis, quotedBefore: said }: AskedQuestion,
  reader: Reader,
): AnswerPart[] {
  const fit = fitOf(analysis, reader);
  const shown = statements(analysis, takeawaysOf(analysis, MAX_MATTERING, { said, fit }), fit);
  return [textPart('What matters most in it:\n\n'), ...itemParts(analysis, shown)];
}
