/** Answers requests about the whole episode. None is refused, and each gets the requested form. */
import { format } from 'date-fns';
import { DATE_FORMAT } from '../../../schema/limits.ts';
import { nounOf, type Reader } from '../assistant.ts';
import type { AnswerPart, Statement, StatementPart } from '../evidence.ts';
import { escapeText } from '../markdown.ts';
import { similarIn } from '../retrieval/meanings.ts';
import { peopleOn } from '../retrieval/people.ts';
import { findTopics, phrasesOf, titleOf, titleStems } from '../retrieval/topics.ts';
import { capitalised, stemOf } from '../retrieval/words.ts';
import { disagreements } from './disagreement.ts';
import { actionsOf, GIST, gistOf, quotationsOf, statements, takeawaysOf } from './insight.ts';
import type { Known } from './known.ts';
import { announcementIn, hasSides, openingOf, positionsOf } from './opening.ts';
import type { Request } from './read-request.ts';
import { type Fit, fitOf } from './reader-fit.ts';
import { evidenceOf, items, statementOf, text } from './statements.ts';
import { chooseSpread, isAsking, standsAlone, worthOf } from './what-matters.ts';

const USUAL = 5;

/** Answers a request. Its audience replaces the reader's profile. */
export function answerRequest(known: Known, request: Request, reader: Reader): AnswerPart[] {
  const { language } = request;
  const isForeign = language !== null && language !== 'english';
  return isForeign
    ? [text(`${stays(known, language)}\n\n`), ...inOwnWords(known, request, reader)]
    : inOwnWords(known, request, reader);
}

const stays = ({ episode }: Known, language: string) =>
  `I quote word for word, so I can't write this in ${capitalised(language)}: quotations stay in the ${nounOf(episode)}'s own language.`;

function inOwnWords(known: Known, request: Request, reader: Reader): AnswerPart[] {
  const { audience, wanted, aspects } = request;
  if (wanted === 'people') return people(known);
  if (wanted === 'topics') return topics(known);
  if (wanted === 'facts') return facts(known);
  const fit = fitFor(known, request, reader);
  const count = request.count ?? USUAL;
  const words = `in the ${nounOf(known.episode)}'s own words`;
  const found = placesFor(known, request, fit, count);
  const shown = (lead: string, places: number[]) =>
    formed(
      request,
      lead,
      wanted === 'disagreements' && places === found && !hasSides(known)
        ? withReplies(known, places)
        : statements(known, places, fit),
    );
  if (found.length === 0) {
    const main = placesFor(known, { ...request, wanted: 'takeaways', aspects: [] }, fit, count);
    if (main.length === 0)
      return [text(`Hardly anything is said in this ${nounOf(known.episode)}.`)];
    return shown(`${noneOf(request)} What matters most`, main);
  }
  switch (wanted) {
    case 'quotations':
      return shown('Worth quoting', found);
    case 'actions':
      return shown(`What is advised${forWhom(audience)}`, found);
    case 'disagreements':
      return shown(hasSides(known) ? "Each side's position" : 'Where they disagree', found);
    case 'questions':
      return shown(`Asked in the ${nounOf(known.episode)}`, found);
    case 'figures':
      return shown('The figures', found);
    case 'takeaways':
      if (aspects.length > 0) return shown(`On ${aspects.join(' and ')}, ${words}`, found);
      return shown(`What matters most${forWhom(audience)}, ${words}`, found);
    case 'summary':
      return summary(known, request, statements(known, found, fit));
  }
}

/** An answer from several episodes has room for so many of each. */
const OF_EACH = 2;

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
  if (!isOfSentences(request)) return null;
  const answering = (asked: Request) =>
    all.flatMap((known): StatementPart[] => {
      const fit = fitFor(known, asked, reader);
      const most = Math.max(
        1,
        Math.min(OF_EACH, Math.ceil((request.count ?? all.length) / all.length)),
      );
      const places = placesFor(known, asked, fit, most).slice(0, most);
      return statements(known, places, fit).map((statement) => ({
        type: 'statement',
        form: 'item',
        statement,
        episodeId: known.episode.id,
      }));
    });
  const found = answering(request);
  const isNone = found.length === 0;
  const parts = isNone ? answering({ ...request, wanted: 'takeaways', aspects: [] }) : found;
  return {
    none: isNone ? noneOf(request) : null,
    parts: parts.slice(0, request.count ?? parts.length),
  };
}

const isOfSentences = ({ wanted }: Request) =>
  wanted !== 'people' && wanted !== 'topics' && wanted !== 'facts';

/** Says that an episode has nothing of what is asked for. */
function noneOf({ wanted, aspects }: Request): string {
  if (wanted === 'actions') return 'Nobody here gives advice in so many words.';
  if (wanted === 'disagreements') return 'No open disagreement was found.';
  if (wanted === 'questions') return 'I found hardly any questions.';
  if (wanted === 'figures') return 'I found hardly any figures.';
  if (wanted === 'quotations') return 'Nothing here is short and complete enough to quote.';
  return `Nobody here speaks of ${aspects.join(' and ')} in so many words.`;
}

/** How well sentences fit the reader, or an audience, which isn't told why. */
const fitFor = (known: Known, { audience }: Request, reader: Reader): Fit =>
  audience === null
    ? fitOf(known, reader)
    : { ...fitOf(known, readerFrom(audience)), because: () => null };

/** Returns the sentences of an episode that a request asks for; none if it has nothing of the kind. */
function placesFor(known: Known, request: Request, fit: Fit, count: number): number[] {
  const { wanted, aspects, form } = request;
  const others = outside(known, request);
  switch (wanted) {
    case 'quotations':
      return quotationsOf(known, count, others);
    case 'actions':
      return actionsOf(known, fit, count);
    case 'disagreements':
      if (hasSides(known)) return positionsOf(known, count);
      return chooseSpread(known, disagreements(known), count);
    case 'questions':
      return questionsIn(known, count);
    case 'figures':
      return figuresIn(known, count);
    default:
      if (aspects.length > 0) return ofAspects(known, aspects, count);
      if (wanted === 'summary' || form === 'sentences') return summaryOf(known, fit, count, others);
      return takeawaysOf(known, fit, count, others);
  }
}

/**
 * Above this similarity, a word may stand for an aspect: 'error' for a mistake, 'decide' for a decision. Of 60
 * closest words read, those above it fit but one ('publish' for a book), and hardly any below.
 */
const SAME_ASPECT = 0.61;

/** The best sentences that name an aspect. */
function ofAspects(known: Known, aspects: string[], count: number): number[] {
  const { index, vectors } = known;
  const named = new Set(
    aspects.map(stemOf).flatMap((stem) => [
      stem,
      ...similarIn(index, vectors, stem)
        .filter(([, share]) => share > SAME_ASPECT)
        .map(([other]) => other),
    ]),
  );
  const worth = worthOf(known).map((value, i) =>
    index.stems[i]?.some((stem) => named.has(stem)) ? value : 0,
  );
  return chooseSpread(known, worth, count);
}

/** How much of an episode is its beginning or its end. */
const PART_SHARE = 0.15;

/** The sentences outside the part that is asked for. */
function outside({ index }: Known, { part }: Request): ReadonlySet<number> {
  const total = index.sentences.length;
  const length = Math.max(USUAL * 2, Math.ceil(total * PART_SHARE));
  const isOutside = (at: number) =>
    part !== null && (part === 'start' ? at >= length : at < total - length);
  return new Set(index.sentences.map((sentence) => sentence.index).filter(isOutside));
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

function summary(known: Known, request: Request, found: Statement[]): AnswerPart[] {
  const { audience, part, form } = request;
  const words = `the ${nounOf(known.episode)}'s own words${forWhom(audience)}`;
  if (part !== null) {
    return formed(request, `How it ${part === 'start' ? 'begins' : 'ends'}, in ${words}`, found);
  }
  const subjects = mainSubjects(known);
  if (subjects === null) return formed(request, `In ${words}`, found);
  const lead = `Mostly about ${subjects}`;
  return form === 'items'
    ? formed(request, `${lead}, in ${words}`, found)
    : [text(`${lead}: `), ...formed(request, '', found)];
}

const SUBJECTS = 4;
const LIST = new Intl.ListFormat('en-GB');

/** Names what a talk speaks of most; null if it says itself what it is about. */
function mainSubjects(known: Known): string | null {
  const { index, episode, kind } = known;
  if (kind !== 'talk' || announcementIn(known).length > 0) return null;
  const about = titleStems(episode);
  const subjects = phrasesOf(index, 0, index.sentences.length, SUBJECTS, new Set(), about);
  return subjects.length < 2 ? null : LIST.format(subjects.map(escapeText));
}

/** What the show says that it is about, or each side's position, and what else matters most. */
function summaryOf(known: Known, fit: Fit, count: number, others: ReadonlySet<number>): number[] {
  if (count <= GIST) return gistOf(known, count);
  const first = openingOf(known, GIST).filter((at) => !others.has(at));
  const rest = takeawaysOf(known, fit, count - first.length, new Set([...others, ...first]));
  return [...first, ...rest].sort((a, b) => a - b);
}

function forWhom(audience: string | null): string {
  if (audience === null) return '';
  const who = audience.replace(/^my\b/i, 'your').replace(/^our\b/i, 'your');
  return ` for ${who.replace(/[\\`*_[\]<>~|]/g, '')}`;
}

function readerFrom(audience: string): Reader {
  return { role: audience.replace(/^(?:my|our|the|an?) /i, ''), industry: null, goals: null };
}

function formed({ form }: Request, lead: string, found: Statement[]): AnswerPart[] {
  if (form === 'items') return [text(`${lead}:\n\n`), ...items(found)];
  return found.map((statement) => ({ type: 'statement', form: 'sentence', statement }));
}

function people({ index, episode }: Known): AnswerPart[] {
  const found = peopleOn(index, episode);
  if (found.length === 0) {
    return [text('The transcript names nobody, and nobody is introduced.')];
  }
  const parts: AnswerPart[] = [text(`On this ${nounOf(episode)}:\n\n`)];
  for (const { name, role, presentedBy, share } of found) {
    const percent =
      share === null ? '' : ` (${Math.max(1, Math.round(share * 100))}% of the words)`;
    const [presented] = presentedBy;
    parts.push({
      type: 'statement',
      form: 'item',
      statement: {
        text: `${name}${role === null ? '' : `, ${role}`}${percent}`,
        evidence: presented ? statementOf([presented]).evidence : [],
      },
    });
  }
  return parts;
}

function topics({ index, episode }: Known): AnswerPart[] {
  const about = titleStems(episode);
  const named = findTopics(index, about).map((topic) => ({
    text: titleOf(topic),
    evidence: [evidenceOf(index.sentences.slice(topic.from, topic.from + 1))],
  }));
  return [text('The topics, and where each begins:\n\n'), ...items(named)];
}

/** Adds the following sentence of the same turn to each: what was said instead. */
function withReplies({ index }: Known, places: number[]): Statement[] {
  return places.map((i) => {
    const turn = index.sentences[i]?.turn;
    return statementOf(index.sentences.slice(i, i + 2).filter((one) => one.turn === turn));
  });
}

function questionsIn(known: Known, count: number): number[] {
  const { index } = known;
  const worth = index.sentences.map(({ index: at, text: said, words }) =>
    isAsking(said) && words >= 7 && words <= 45 ? new Set(index.stems[at]).size : 0,
  );
  return chooseSpread(known, worth, count);
}

/** Not the number of a name: 'Python 3', 'GPT-4'. */
const FIGURE =
  /(?<![\p{L}\d.,-]|[\p{Ll},;] \p{Lu}[\p{L}-]* )([$€£]?)\d[\d.,]*(\s?(?:%|percent|[mb]illion|thousand|hundred|people|years?|months?|weeks?|days?|hours?|minutes?|dollars|euros|points|times))?/gu;
const YEAR = /^(?:1[5-9]|20)\d\d[.,]?$/;
/** How much a figure tells: a year says when, and a bare number not what it counts. */
const TELLS = { unit: 2, bare: 1, year: 0.5 };

function figuresIn(known: Known, count: number): number[] {
  const worth = worthOf(known).map((value, index) => {
    const sentence = known.index.sentences[index];
    if (!sentence || value === 0 || standsAlone(sentence) === 0) return 0;
    let told = 0;
    for (const [figure, sign, unit] of sentence.text.matchAll(FIGURE)) {
      told += sign || unit ? TELLS.unit : YEAR.test(figure) ? TELLS.year : TELLS.bare;
    }
    return told === 0 ? 0 : value * (1 + told);
  });
  return chooseSpread(known, worth, count);
}
