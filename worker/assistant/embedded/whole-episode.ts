/** Answers requests about the whole episode. None is refused, and each gets the requested form. */

import { format } from 'date-fns';
import { DATE_FORMAT } from '../../../schema/limits.ts';
import { cachedSteps } from '../../platform/cached-by.ts';
import type { Request } from '../asking/read-request.ts';
import { nounOf, type Reader } from '../assistant.ts';
import type { AnswerPart, Statement, StatementPart } from '../evidence.ts';
import type { WholeRequest } from '../language/request-words.ts';
import { isAsking } from '../language/speech-cues.ts';
import { escapeText } from '../markdown.ts';
import { advertised } from '../retrieval/adverts.ts';
import { similarIn } from '../retrieval/meanings.ts';
import { nameOf, peopleOn } from '../retrieval/people.ts';
import { repliesNaming } from '../retrieval/replies.ts';
import { findingMainPhrases, isEnglish, titleStems } from '../retrieval/topics.ts';
import { capitalised, stemOf } from '../retrieval/words.ts';
import { chooseSpread } from './choose-spread.ts';
import { GIST, gistOf, hardlyAnything, namedTopics, statements, takeawaysOf } from './insight.ts';
import type { Known } from './known.ts';
import { announcementIn, hasSides, openingOf, positionsOf } from './opening.ts';
import { type Fit, fitOf } from './reader-fit.ts';
import { chosenAs, type Sort, withNext } from './sorts.ts';
import { evidenceOf, items, sentences, statementOf, text } from './statements.ts';
import { weighed, worthOf } from './what-matters.ts';

const USUAL = 5;
/** An answer from several episodes has room for so many of each. */
const OF_EACH = 2;

/** What isn't made of the episode's sentences. */
const LISTS = { people, topics, facts };
const isList = (wanted: WholeRequest): wanted is keyof typeof LISTS => wanted in LISTS;

/** What is asked of one episode. */
interface Asked extends Request {
  known: Known;
  fit: Fit;
  most: number;
}

/** What an answer says of the sentences that it quotes. */
interface Words {
  /** What it begins with. */
  lead: (asked: Asked) => string;
  /** Says that the episode has none. */
  none: (asked: Asked) => string;
}

const WORDS: Record<Sort | 'summary' | 'aspects' | 'sides', Words> = {
  quotations: {
    lead: () => 'Worth quoting',
    none: () => 'Nothing here is short and complete enough to quote.',
  },
  actions: {
    lead: ({ audience }) => `What is advised${forWhom(audience)}`,
    none: () => 'Nobody here gives advice in so many words.',
  },
  disagreements: {
    lead: () => 'Where they disagree',
    none: () => 'No open disagreement was found.',
  },
  sides: { lead: () => "Each side's position", none: hardlyAnything },
  questions: {
    lead: ({ known }) => `Asked in the ${nounOf(known.episode)}`,
    none: () => 'I found hardly any questions.',
  },
  figures: { lead: () => 'The figures', none: () => 'I found hardly any figures.' },
  aspects: {
    lead: (asked) => `On ${asked.aspects.join(' and ')}, in ${ownWords(asked)}`,
    none: ({ aspects }) => `Nobody here speaks of ${aspects.join(' and ')} in so many words.`,
  },
  takeaways: {
    lead: (asked) => `What matters most${forWhom(asked.audience)}, in ${ownWords(asked)}`,
    none: hardlyAnything,
  },
  summary: { lead: leadOfSummary, none: hardlyAnything },
};

const ownWords = ({ known }: Asked) => `the ${nounOf(known.episode)}'s own words`;

/** Answers a request, in steps. Its audience replaces the reader's profile. */
export function* answeringRequest(
  known: Known,
  request: Request,
  reader: Reader,
): Generator<void, AnswerPart[]> {
  const { language, wanted } = request;
  if (wanted === 'topics') yield* namedTopics.finding(known);
  if (!isList(wanted)) yield* weighed.finding(known);
  if (wanted === 'summary') yield* mainSubjects.finding(known);
  const parts = isList(wanted) ? LISTS[wanted](known) : inOwnWords(known, request, reader);
  if (language === null || language === 'english') return parts;
  const stays = `quotations stay in the ${nounOf(known.episode)}'s own language`;
  const inForeign = `I quote word for word, so I can't write this in ${capitalised(language)}`;
  return [text(`${inForeign}: ${stays}.\n\n`), ...parts];
}

/** Sorts of content are told by English words. */
const ONLY_IN_ENGLISH = 'I recognise that only in English.';

function inOwnWords(known: Known, request: Request, reader: Reader): AnswerPart[] {
  const asked = askedOf(known, request, reader, request.count ?? USUAL);
  const { lead, none } = WORDS[sortOf(asked)];
  const found = placed(asked);
  if (found.length > 0) return formed(asked, lead(asked), found);
  for (const wider of [{ ...asked, aspects: [] }, inGeneral(asked)]) {
    const instead = placed(wider);
    const follows =
      wider.wanted === 'actions' ? WORDS[sortOf(wider)].lead(wider) : 'What matters most';
    const reason = isEnglish(known.index) ? none(asked) : ONLY_IN_ENGLISH;
    if (instead.length > 0) return formed(asked, `${reason} ${follows}`, instead);
  }
  return [text(hardlyAnything(asked))];
}

/**
 * Answers a request with the best that each of several episodes has; null if it can't be answered for
 * several.
 *
 * @returns with a sentence saying so if they have nothing of the kind, and what matters in them instead
 */
export function answerRequestOfAll(
  all: Known[],
  request: Request,
  reader: Reader,
): { none: string | null; parts: StatementPart[] } | null {
  if (isList(request.wanted)) return null;
  const count = request.count ?? all.length;
  const most = Math.max(1, Math.min(OF_EACH, Math.ceil(count / all.length)));
  const each = all.map((known) => askedOf(known, request, reader, most));
  const answering = (asked: Asked): StatementPart[] =>
    items(placed(asked).slice(0, most)).map((part) => ({
      ...part,
      episodeId: asked.known.episode.id,
    }));
  const found = each.flatMap(answering);
  if (found.length > 0) return { none: null, parts: found.slice(0, count) };
  const [none = null] = each.map((asked) => WORDS[sortOf(asked)].none(asked));
  return { none, parts: each.map(inGeneral).flatMap(answering).slice(0, count) };
}

const inGeneral = (asked: Asked): Asked => ({ ...asked, wanted: 'takeaways', aspects: [] });

function sortOf({ known, wanted, aspects }: Asked): keyof typeof WORDS {
  if (wanted === 'disagreements' && hasSides(known)) return 'sides';
  const isOfAspects = isList(wanted) || ['takeaways', 'summary', 'actions'].includes(wanted);
  if (isOfAspects && aspects.length > 0) return 'aspects';
  return isList(wanted) ? 'takeaways' : wanted;
}

/** What answers, as statements; none if the episode has none of this sort. */
function placed(asked: Asked): Statement[] {
  const { known, fit, most } = asked;
  const sort = sortOf(asked);
  if (sort === 'takeaways' || sort === 'summary') return statements(known, mainPoints(asked), fit);
  if (sort === 'aspects') return statements(known, withAspects(asked), fit);
  if (sort === 'sides') return statements(known, positionsOf(known, most), fit);
  const suits = sort === 'actions' ? fit : undefined;
  const found = chosenAs(known, sort, most, outside(asked), suits);
  return sort === 'disagreements'
    ? found.map((at) => statementOf(withNext(known.index, at)))
    : statements(known, found, fit);
}

/** An audience isn't told why a sentence suits it. */
function askedOf(known: Known, request: Request, reader: Reader, most: number): Asked {
  const { audience } = request;
  const fit =
    audience === null
      ? fitOf(known, reader)
      : { ...fitOf(known, readerFrom(audience)), because: () => null };
  return { ...request, known, fit, most };
}

/**
 * Above this similarity, a word may stand for an aspect: 'error' for a mistake, 'decide' for a decision. Of 60
 * closest words read, those above it fit but one ('publish' for a book), and hardly any below.
 */
const SAME_ASPECT = 0.61;

/** Less than that of a sentence that says something by itself. */
const LEAST_WORTH = 1e-3;

/** The best sentences that name an aspect. */
function withAspects({ known, aspects, most }: Asked): number[] {
  const { index, vectors } = known;
  const named = new Set(
    aspects.map(stemOf).flatMap((stem) => [
      stem,
      ...similarIn(index, vectors, stem)
        .filter(([, share]) => share > SAME_ASPECT)
        .map(([other]) => other),
    ]),
  );
  const adverts = advertised(index);
  const replies = new Set(repliesNaming(index, named));
  const worth = worthOf(known).map((value, i) => {
    const sentence = index.sentences[i];
    const isNamed = replies.has(i) || index.stems[i]?.some((stem) => named.has(stem));
    if (!sentence || adverts.has(i) || !isNamed) return 0;
    // What isn't understood alone may still be the only place: 'That's the only drawback.'
    return isAsking(sentence.text) ? value : Math.max(value, LEAST_WORTH);
  });
  return chooseSpread(known, worth, most);
}

/** How much of an episode is its beginning or its end. */
const PART_SHARE = 0.15;

/** The sentences outside the part that is asked for. */
function outside({ known: { index }, part }: Asked): ReadonlySet<number> {
  const all = index.sentences.map((sentence) => sentence.index);
  const length = Math.max(USUAL * 2, Math.ceil(all.length * PART_SHARE));
  if (part === null) return new Set();
  return new Set(part === 'start' ? all.slice(length) : all.slice(0, -length));
}

/** What matters most; in a summary after what the show says that it is about, or each side's position. */
function mainPoints(asked: Asked): number[] {
  const { known, fit, most, wanted } = asked;
  const isSummary = wanted === 'summary';
  if (isSummary && most <= GIST) return gistOf(known, most);
  const others = outside(asked);
  const first = isSummary ? startOf(known).filter((at) => !others.has(at)) : [];
  const rest = takeawaysOf(known, fit, most - first.length, new Set([...others, ...first]));
  return [...first, ...rest].sort((a, b) => a - b);
}

/** What a summary begins with. */
function startOf(known: Known): number[] {
  const opening = openingOf(known, GIST);
  return opening.length > 0 ? opening : gistOf(known, 1);
}

/** What is known of an episode besides what is said in it. */
function facts({ episode }: Known): AnswerPart[] {
  const { title, podcastTitle, publishedAt, lines } = episode;
  const kind =
    nounOf(episode) === 'source'
      ? 'one of your sources'
      : `an episode of “${escapeText(podcastTitle)}”`;
  const published = publishedAt ? `, published on ${format(publishedAt, DATE_FORMAT)}` : '';
  const of = `“${escapeText(title)}” is ${kind}${published}.`;
  const last = lines.at(-1);
  const minutes = Math.round((last?.end ?? last?.start ?? 0) / 60);
  return [text(minutes > 0 ? `${of} It is about ${minutes} min long.` : of)];
}

function leadOfSummary(asked: Asked): string {
  const { known, audience, part } = asked;
  const words = `${ownWords(asked)}${forWhom(audience)}`;
  if (part !== null) return `How it ${part === 'start' ? 'begins' : 'ends'}, in ${words}`;
  const subjects = mainSubjects(known);
  return subjects === '' ? `In ${words}` : `Mostly about ${subjects}, in ${words}`;
}

const SUBJECTS = 4;
const LIST = new Intl.ListFormat('en-GB');

/** Names what a talk speaks of most; '' if it says itself what it is about. */
const mainSubjects = cachedSteps(function* (known: Known): Generator<void, string> {
  const { index, episode, kind } = known;
  if (kind !== 'talk' || announcementIn(known).length > 0) return '';
  const subjects = yield* findingMainPhrases(index, SUBJECTS, titleStems(episode));
  return subjects.length < 2 ? '' : LIST.format(subjects.map(escapeText));
});

function forWhom(audience: string | null): string {
  if (audience === null) return '';
  const who = audience.replace(/^(?:my|our)\b/i, 'your');
  return ` for ${who.replace(/[\\`*_[\]<>~|]/g, '')}`;
}

function readerFrom(audience: string): Reader {
  return { role: audience.replace(/^(?:my|our|the|an?) /i, ''), industry: null, goals: null };
}

function formed(asked: Asked, lead: string, found: Statement[]): AnswerPart[] {
  const { known, form, wanted, part } = asked;
  if (form === 'items') return [text(`${lead}:\n\n`), ...items(found)];
  const subjects = wanted === 'summary' && part === null ? mainSubjects(known) : '';
  const opening = subjects === '' ? [] : [text(`Mostly about ${subjects}: `)];
  return [...opening, ...sentences(found)];
}

function people({ index, episode }: Known): AnswerPart[] {
  const found = peopleOn(index, episode).map((person) => {
    const {
      name,
      speaker,
      role,
      share,
      presentedBy: [presented],
    } = person;
    const percent =
      share === null ? '' : ` (${Math.max(1, Math.round(share * 100))}% of the words)`;
    const label = speaker !== null && nameOf(speaker) !== name ? `, here “${speaker}”` : '';
    const who = (role === null ? name : `${name}, ${role}`) + label;
    return { text: `${who}${percent}`, evidence: presented ? [evidenceOf([presented])] : [] };
  });
  if (found.length === 0) return [text('The transcript names nobody, and nobody is introduced.')];
  return [text(`On this ${nounOf(episode)}:\n\n`), ...items(found)];
}

function topics(known: Known): AnswerPart[] {
  const named = namedTopics(known).map(({ title, evidence }) => ({
    text: title,
    evidence: [evidence],
  }));
  return [text('The topics, and where each begins:\n\n'), ...items(named)];
}
