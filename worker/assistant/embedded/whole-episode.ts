/** Answers requests about the whole episode. None is refused, and each gets the requested form. */

import { NO_TOPIC, NOTHING_FOUND_NOTICE } from '../across.ts';
import type { Request } from '../asking/parse-request.ts';
import { USUAL_COUNT } from '../asking/request-form.ts';
import { nounOf, type Reader } from '../assistant.ts';
import type { AnswerPart, Statement } from '../evidence.ts';
import type { RequestIntent } from '../language/request-words.ts';
import { capitalised } from '../language/words.ts';
import { isEnglish } from '../retrieval/noun-phrases.ts';
import { sidesOf } from './agreements.ts';
import type { EpisodeAnalysis, Scope } from './episode-analysis.ts';
import { chooseExtracts, type ExtractKind } from './extracts.ts';
import {
  emptyEpisodeNotice,
  GIST_SENTENCES,
  gistOf,
  hasSides,
  namedTopics,
  positionsOf,
  takeawaysOf,
} from './insight.ts';
import { facts, people, topics } from './lists.ts';
import { type Fit, fitOf } from './reader-fit.ts';
import { salienceOf } from './salience.ts';
import { sentencesOnAspects } from './sentences-on-aspects.ts';
import { evidenceOf, itemParts, sentenceParts, statements, textPart } from './statements.ts';
import { mainSubjects, openingOfSummary } from './summary-opening.ts';

/** An answer from several episodes has room for so many of each. */
const MAX_PER_EPISODE = 2;

/** What isn't made of the episode's sentences. */
const LISTS = { people, topics, facts };
const isList = (wanted: RequestIntent): wanted is keyof typeof LISTS => wanted in LISTS;

/** What is asked of one episode, to be answered with its sentences. */
interface Asked extends Request {
  intent: Exclude<RequestIntent, keyof typeof LISTS>;
  analysis: EpisodeAnalysis;
  fit: Fit;
  maxCount: number;
}

/** What an answer says of the sentences that it quotes. */
interface Wording {
  /** What it begins with. */
  lead: (asked: Asked) => string;
  /** Says that the episode has none. */
  none: (asked: Asked) => string;
}

/** What is quoted: extracts of a kind, or what else a request may be answered with. */
type Kind = Exclude<ExtractKind, 'gist'> | 'summary' | 'aspects' | 'sides';

const WORDINGS: Record<Kind, Wording> = {
  quotations: {
    lead: () => 'Worth quoting',
    none: () => 'Nothing here is short and complete enough to quote.',
  },
  actions: {
    lead: ({ audience }) => `What is advised${forWhom(audience)}`,
    none: () => 'Nobody here gives advice in so many words.',
  },
  agreements: {
    lead: () => 'Where they agree',
    none: () => 'Nobody here says in so many words that they agree.',
  },
  disagreements: {
    lead: () => 'Where they disagree',
    none: () => 'No open disagreement was found.',
  },
  sides: { lead: () => "Each side's position", none: emptyEpisodeNotice },
  questions: {
    lead: ({ analysis }) => `Asked in the ${nounOf(analysis.episode)}`,
    none: () => 'I found hardly any questions.',
  },
  figures: { lead: () => 'The figures', none: () => 'I found hardly any figures.' },
  aspects: {
    lead: (asked) => `On ${asked.aspects.join(' and ')}, in ${ownWords(asked)}`,
    none: ({ aspects }) => `Nobody here speaks of ${aspects.join(' and ')} in so many words.`,
  },
  takeaways: {
    lead: (asked) => `What matters most${forWhom(asked.audience)}, in ${ownWords(asked)}`,
    none: emptyEpisodeNotice,
  },
  summary: { lead: leadOfSummary, none: emptyEpisodeNotice },
};

const ownWords = ({ analysis }: Asked) => `the ${nounOf(analysis.episode)}'s own words`;

/** Answers a request, in steps. Its audience replaces the reader's profile. */
export function* answerRequest(
  scope: Scope,
  request: Request,
  reader: Reader,
): Generator<void, AnswerPart[]> {
  const { all, only } = scope;
  const { intent, count } = request;
  if (isList(intent)) {
    if (only === null) return [textPart(NO_TOPIC)];
    if (intent === 'topics') yield* namedTopics.inSteps(only);
    return [...languageNotice(only, request), ...LISTS[intent](only)];
  }
  for (const analysis of all) yield* salienceOf.inSteps(analysis);
  if (intent === 'summary' && only !== null) yield* mainSubjects.inSteps(only);
  const ofEach = Math.max(
    1,
    Math.min(MAX_PER_EPISODE, Math.ceil((count ?? all.length) / all.length)),
  );
  const maxCount = only ? (count ?? USUAL_COUNT) : ofEach;
  const each = all.map((analysis) => askedOf(analysis, { ...request, intent }, reader, maxCount));
  const [first] = each;
  if (first === undefined) return [textPart(NOTHING_FOUND_NOTICE)];
  return [...languageNotice(first.analysis, request), ...answerWithQuotations(scope, first, each)];
}

function languageNotice({ episode }: EpisodeAnalysis, { language }: Request): AnswerPart[] {
  if (language === null || language === 'english') return [];
  const stays = `quotations stay in the ${nounOf(episode)}'s own language`;
  const inForeign = `I quote word for word, so I can't write this in ${capitalised(language)}`;
  return [textPart(`${inForeign}: ${stays}.\n\n`)];
}

/** English words show what a sentence does. */
const ONLY_IN_ENGLISH = 'I recognise that only in English.';
const NEWEST = "Of your newest episodes, in their speakers' own words:";

/** What answers, the next if an episode has nothing of the one before. */
const FALLBACK_KINDS = [kindAsked, ({ intent }: Asked) => intent, () => 'takeaways' as const];

/**
 * Answers with what is wanted, or says that there is none and answers with advice or what matters. Of several episodes,
 * with the best that each of them has.
 */
function answerWithQuotations({ only }: Scope, first: Asked, each: Asked[]): AnswerPart[] {
  const none = isEnglish(first.analysis.index)
    ? WORDINGS[kindAsked(first)].none(first)
    : ONLY_IN_ENGLISH;
  for (const kindIn of FALLBACK_KINDS) {
    const isWanted = kindIn === kindAsked;
    const reason = isWanted ? '' : `${none} `;
    const found = each.map((asked) => statementsOf(asked, kindIn(asked)));
    if (found.flat().length === 0) continue;
    if (only === null) {
      const items = each.flatMap(({ analysis }, at) => itemParts(analysis, found[at] ?? []));
      return [textPart(`${reason}${NEWEST}\n\n`), ...items.slice(0, first.count ?? each.length)];
    }
    const kind = kindIn(first);
    const lead = isWanted || kind === 'actions' ? WORDINGS[kind].lead(first) : 'What matters most';
    return inRequestedForm(first, `${reason}${lead}`, found.flat());
  }
  return [textPart(only ? emptyEpisodeNotice(first) : NOTHING_FOUND_NOTICE)];
}

function kindAsked({ analysis, intent, aspects }: Asked): Kind {
  if (intent === 'disagreements' && hasSides(analysis)) return 'sides';
  const asksForAspects = ['takeaways', 'summary', 'actions'].includes(intent) && aspects.length > 0;
  return asksForAspects ? 'aspects' : intent;
}

/** The statements of a kind that answer; none if the episode has none. */
function statementsOf(asked: Asked, kind: Kind): Statement[] {
  const { analysis, fit } = asked;
  const places = placesOf(asked, kind);
  if (kind !== 'agreements' && kind !== 'disagreements') return statements(analysis, places, fit);
  return places.map((at) => {
    const sides = sidesOf(analysis.index, at).filter((side) => side.length > 0);
    return { text: '', evidence: sides.map(evidenceOf) };
  });
}

function placesOf(asked: Asked, kind: Kind): number[] {
  const { analysis, maxCount } = asked;
  if (kind === 'summary' || (kind === 'takeaways' && hasSides(analysis))) return summaryOf(asked);
  if (kind === 'takeaways') return fillUp(asked, []);
  if (kind === 'aspects') return sentencesOnAspects(analysis, asked.aspects, maxCount);
  if (kind === 'sides') return positionsOf(analysis, maxCount);
  const choice = { isMeant: isInPart(asked), ...(kind === 'actions' && { fit: asked.fit }) };
  return chooseExtracts(analysis, kind, maxCount, choice);
}

/** An audience isn't told why a sentence suits it. */
function askedOf(
  analysis: EpisodeAnalysis,
  request: Request & Pick<Asked, 'intent'>,
  reader: Reader,
  maxCount: number,
): Asked {
  const { audience } = request;
  const fit =
    audience === null
      ? fitOf(analysis, reader)
      : { ...fitOf(analysis, readerFrom(audience)), because: () => null };
  return { ...request, analysis, fit, maxCount };
}

/** How much of an episode is its beginning or its end. */
const PART_SHARE = 0.15;

/** Whether a sentence is in the part that is asked for. */
function isInPart({ analysis: { index }, part }: Asked): (at: number) => boolean {
  const all = index.sentences.length;
  const length = Math.max(USUAL_COUNT * 2, Math.ceil(all * PART_SHARE));
  return (at) => part === null || (part === 'start' ? at < length : at >= all - length);
}

/** The main points after what the show says that it is about, or each side's position. */
function summaryOf(asked: Asked): number[] {
  const { analysis, maxCount } = asked;
  if (maxCount <= GIST_SENTENCES) return gistOf(analysis, maxCount);
  const first = gistOf(analysis, hasSides(analysis) ? GIST_SENTENCES : 1);
  return fillUp(asked, first.filter(isInPart(asked)));
}

/** Adds what else matters most. */
function fillUp(asked: Asked, said: number[]): number[] {
  const { analysis, fit, maxCount } = asked;
  const rest = takeawaysOf(analysis, maxCount - said.length, {
    isMeant: isInPart(asked),
    said,
    fit,
  });
  return [...said, ...rest].sort((a, b) => a - b);
}

function forWhom(audience: string | null): string {
  if (audience === null) return '';
  const who = audience.replace(/^(?:my|our)\b/i, 'your');
  return ` for ${who.replace(/[\\`*_[\]<>~|]/g, '')}`;
}

function readerFrom(audience: string): Reader {
  return { role: audience.replace(/^(?:my|our|the|an?) /i, ''), industry: null, goals: null };
}

function leadOfSummary(asked: Asked): string {
  const { audience, part } = asked;
  const words = `${ownWords(asked)}${forWhom(audience)}`;
  if (part !== null) return `How it ${part === 'start' ? 'begins' : 'ends'}, in ${words}`;
  const { text, isDescription } = openingOfSummary(asked);
  if (text === '') return `In ${words}`;
  return isDescription ? `${text}\n\nIn ${words}` : `${text}, in ${words}`;
}

/** How many sentences of the episode follow the description in a paragraph. */
const SENTENCES_AFTER_DESCRIPTION = 3;

function inRequestedForm(asked: Asked, lead: string, found: Statement[]): AnswerPart[] {
  const { analysis, form, intent, part, count } = asked;
  if (form === 'items') return [textPart(`${lead}:\n\n`), ...itemParts(analysis, found)];
  if (intent !== 'summary' || part !== null) return sentenceParts(analysis, found);
  const { text, isDescription } = openingOfSummary(asked);
  if (!isDescription) {
    const all = sentenceParts(analysis, found);
    return text === '' ? all : [textPart(`${text}: `), ...all];
  }
  const left = count === null ? SENTENCES_AFTER_DESCRIPTION : count - 1;
  const rest = sentenceParts(analysis, found.slice(0, left));
  return [textPart(`${text}${rest.length > 0 ? ' ' : ''}`), ...rest];
}
