/** Answers requests about the whole episode. None is refused, and each gets the requested form. */
import { format } from 'date-fns';
import { DATE_FORMAT } from '../../../schema/limits.ts';
import { nounOf, type Reader } from '../assistant.ts';
import type { AnswerPart, Statement } from '../evidence.ts';
import { escapeText } from '../markdown.ts';
import { peopleOn } from '../retrieval/people.ts';
import { similarIn } from '../retrieval/question.ts';
import { DISAGREES } from '../retrieval/speech-cues.ts';
import { findTopics, titleOf } from '../retrieval/topics.ts';
import { stemOf, topicStems } from '../retrieval/words.ts';
import { actionsOf, gistOf, quotationsOf, statements, takeawaysOf } from './insight.ts';
import type { Request } from './read-request.ts';
import { fitOf } from './reader-fit.ts';
import { evidenceOf, items, statementOf, text } from './statements.ts';
import { chooseSpread, isAsking, type Known, standsAlone, worthOf } from './what-matters.ts';

const USUAL = 5;

/** Answers a request. Its audience replaces the reader's profile. */
export function answerRequest(known: Known, request: Request, reader: Reader): AnswerPart[] {
  const { audience, wanted, aspects } = request;
  const fit = fitOf(known, audience === null ? reader : readerFrom(audience));
  const count = request.count ?? USUAL;
  const noun = nounOf(known.episode);
  const others = outside(known, request);
  const shown = (lead: string, found: Statement[]) => formed(request, lead, found);
  const main = () => statements(known, takeawaysOf(known, fit, count, others), fit);
  const instead = (lead: string, found: Statement[], none: string) =>
    found.length > 0 ? shown(lead, found) : shown(`${none} What matters most`, main());
  if (wanted === 'takeaways' && aspects.length > 0) {
    const named = aspects.join(' and ');
    return instead(
      `On ${named}, in the ${noun}'s own words`,
      statements(known, ofAspects(known, aspects, count), fit),
      `Nobody here speaks of ${named} in so many words.`,
    );
  }
  switch (wanted) {
    case 'people':
      return people(known);
    case 'topics':
      return topics(known);
    case 'facts':
      return facts(known);
    case 'quotations':
      return shown('Worth quoting', statements(known, quotationsOf(known, count, others)));
    case 'actions':
      return instead(
        `What is advised${forWhom(audience)}`,
        statements(known, actionsOf(known, fit, count), fit),
        'Nobody here gives advice in so many words.',
      );
    case 'disagreements':
      return instead(
        'Where they disagree',
        withReplies(known, chooseSpread(known.index, disagreements(known), count)),
        'Nobody openly disagrees.',
      );
    case 'questions':
      return instead(
        `Asked in the ${noun}`,
        statements(known, questionsIn(known, count)),
        'I found hardly any questions.',
      );
    case 'figures':
      return instead(
        'The figures',
        statements(known, figuresIn(known, count)),
        'I found hardly any figures.',
      );
    case 'takeaways':
      return shown(`What matters most${forWhom(audience)}, in the ${noun}'s own words`, main());
    case 'summary': {
      const found = count <= 2 ? statements(known, gistFor(known, count), fit) : main();
      const lead =
        request.part === null
          ? 'In'
          : request.part === 'start'
            ? 'How it begins, in'
            : 'How it ends, in';
      return shown(`${lead} the ${noun}'s own words${forWhom(audience)}`, found);
    }
  }
}

/**
 * Above this cosine, a word may stand for an aspect: 'error' for a mistake, 'decide' for a decision. Of 60
 * closest words read, those above it fit but one ('publish' for a book), and hardly any below.
 */
const SAME_ASPECT = 0.75;

/** The best sentences that name an aspect. */
function ofAspects(known: Known, aspects: string[], count: number): number[] {
  const { index, vectors } = known;
  const named = new Set(
    aspects
      .map(stemOf)
      .flatMap((stem) => [
        stem,
        ...(vectors ? similarIn(index, vectors, stem) : [])
          .filter(([, cosine]) => cosine > SAME_ASPECT)
          .map(([other]) => other),
      ]),
  );
  const worth = worthOf(known).map((value, i) =>
    index.stems[i]?.some((stem) => named.has(stem)) ? value : 0,
  );
  return chooseSpread(index, worth, count);
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
  const named = `“${escapeText(title)}”`;
  const date = publishedAt ? ` of ${format(publishedAt, DATE_FORMAT)}` : '';
  const of =
    nounOf(episode) === 'source'
      ? `${named}${date} is one of your sources.`
      : `${named} is an episode${date} of “${escapeText(podcastTitle)}”.`;
  const last = lines.at(-1);
  const minutes = Math.round((last?.end ?? last?.start ?? 0) / 60);
  return [text(minutes > 0 ? `${of} It is about ${minutes} min long.` : of)];
}

function gistFor(known: Known, count: number): number[] {
  return gistOf(known, count).slice(0, count);
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
      share === null ? '' : ` (${Math.max(1, Math.round(share * 100))} % of the words)`;
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
  const about = new Set(topicStems(`${episode.title} ${episode.description}`));
  const named = findTopics(index, about).map((topic) => ({
    text: titleOf(topic),
    evidence: [evidenceOf(index.sentences.slice(topic.from, topic.from + 1))],
  }));
  return [text('The topics, and where each begins:\n\n'), ...items(named)];
}

/** A shorter disagreement doesn't say what it is about. */
const FEWEST_WORDS = 6;

/** A brief 'I disagree' counts if nobody says more, unless it only answers a question. */
function disagreements(known: Known): number[] {
  const worth = worthOf(known);
  const { sentences } = known.index;
  const all = sentences.filter(({ text: said }) => DISAGREES.test(said) && !isAsking(said));
  const long = all.filter(({ words }) => words >= FEWEST_WORDS);
  const brief = all.filter(({ index }) => !isAsking(sentences[index - 1]?.text ?? ''));
  const found = new Set(long.length > 0 ? long : brief);
  return sentences.map((one, at) => (found.has(one) ? 0.3 + (worth[at] ?? 0) : 0));
}

/** Adds the following sentence of the same turn to each: what was said instead. */
function withReplies({ index }: Known, places: number[]): Statement[] {
  return places.map((i) => {
    const turn = index.sentences[i]?.turn;
    return statementOf(index.sentences.slice(i, i + 2).filter((one) => one.turn === turn));
  });
}

function questionsIn({ index }: Known, count: number): number[] {
  const worth = index.sentences.map(({ index: at, text: said, words }) =>
    isAsking(said) && words >= 7 && words <= 45 ? new Set(index.stems[at]).size : 0,
  );
  return chooseSpread(index, worth, count);
}

const FIGURE =
  /(?<![\p{L}-])[$€£]?\d[\d.,]*(?:\s?(?:%|percent|million|billion|thousand|people|years|hours|dollars|euros|points))?/giu;

function figuresIn(known: Known, count: number): number[] {
  const worth = worthOf(known).map((value, index) => {
    const sentence = known.index.sentences[index];
    const figures = sentence?.text.match(FIGURE)?.length ?? 0;
    return figures === 0 || !sentence || standsAlone(sentence) === 0 ? 0 : value * (1 + figures);
  });
  return chooseSpread(known.index, worth, count);
}
