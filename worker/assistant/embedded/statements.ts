/** Turns sentences of a transcript into statements with evidence. */
import type { AnswerPart, Evidence, Statement, StatementPart } from '../evidence.ts';
import { withoutPreamble } from '../language/speech-cues.ts';
import { capitalised } from '../language/words.ts';
import { escapeText } from '../markdown.ts';
import { isInterjection, type Sentence } from '../retrieval/sentences.ts';
import { standaloneClarity } from '../retrieval/standalone-clarity.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import type { Fit } from './reader-fit.ts';

/** Joins consecutive sentences of a turn into one quotation. */
export function evidenceOf(sentences: Sentence[]): Evidence {
  const first = sentences[0]?.line ?? 0;
  const last = sentences.at(-1)?.lastLine ?? first;
  return {
    lineIds: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    quotation: withoutLoneMark(sentences.map(({ text }) => text).join(' ')),
  };
}

/** Leaves out a quotation mark whose other half isn't quoted. */
function withoutLoneMark(text: string): string {
  const isPaired = (text.match(/"/g)?.length ?? 0) % 2 === 0;
  return isPaired ? text : text.replace(/^"|"$/, '');
}

export function statementOf(sentences: Sentence[], because?: string | null): Statement {
  const statement: Statement = { text: '', evidence: [evidenceOf(sentences)] };
  return because ? { ...statement, because } : statement;
}

/** Turns sentences into statements, with the reason why they suit the reader. */
export function statements(analysis: EpisodeAnalysis, places: number[], fit?: Fit): Statement[] {
  const leaning = new Set(places.filter((i) => refersBack(analysis, i)));
  // What is quoted as the context of another sentence isn't quoted again.
  const shown = places.filter((i) => !leaning.has(i + 1));
  return shown.map((i) => {
    const said = analysis.index.sentences
      .slice(leaning.has(i) ? i - 1 : i, i + 1)
      .map((sentence, at) =>
        at > 0 ? sentence : { ...sentence, text: capitalised(withoutPreamble(sentence.text)) },
      );
    return statementOf(said, fit?.because(i));
  });
}

/** At this clarity or below, a sentence refers to something said before. At 0, it says nothing. */
const REFERENCE_CLARITY = 0.6;
/** A quotation of two sentences has at most so many words. */
const MAX_PAIR_WORDS = 45;

/**
 * Whether a sentence is quoted with the one before: 'I want to start this one next week.' In talks, the one before
 * is too often an aside.
 */
function refersBack({ kind, index }: EpisodeAnalysis, at: number): boolean {
  const [before, own] = index.sentences.slice(Math.max(0, at - 1), at + 1);
  if (kind === 'talk' || before === undefined || own === undefined) return false;
  const clarity = standaloneClarity(own);
  return (
    before.turn === own.turn &&
    // 'You can.' is a reply, and no context.
    !isInterjection(before) &&
    clarity > 0 &&
    clarity <= REFERENCE_CLARITY &&
    before.words + own.words <= MAX_PAIR_WORDS
  );
}

export function textPart(words: string): AnswerPart {
  return { type: 'text', text: words };
}

/** Quotes what a description says. */
export const described = (sentences: string[]): string =>
  `Its description says: “${escapeText(sentences.join(' '))}”`;

/** Returns the chosen sentences, one paragraph per run of neighbours. What was chosen first comes first. */
export const partsFrom = (analysis: EpisodeAnalysis, chosen: Iterable<number>): StatementPart[] =>
  paragraphParts(
    analysis,
    runsOf(analysis.index, chosen).map((run) => statementOf(run)),
  );

const inForm =
  (form: StatementPart['form']) =>
  ({ episode }: Pick<EpisodeAnalysis, 'episode'>, statements: Statement[]): StatementPart[] =>
    statements.map((statement) => ({ type: 'statement', form, statement, episodeId: episode.id }));
export const paragraphParts = inForm('paragraph');
export const itemParts = inForm('item');
export const sentenceParts = inForm('sentence');

/** Returns runs of neighbouring sentences within a turn, ordered by which was chosen first. */
function runsOf({ sentences }: TranscriptIndex, chosen: Iterable<number>): Sentence[][] {
  const rank = new Map([...new Set(chosen)].map((at, place) => [at, place]));
  const runs: { first: number; run: Sentence[] }[] = [];
  for (const sentence of sentences) {
    const place = rank.get(sentence.index);
    if (place === undefined) continue;
    const last = runs.at(-1);
    const previous = last?.run.at(-1);
    const goesOn = previous?.index === sentence.index - 1 && previous.turn === sentence.turn;
    if (last && goesOn) {
      last.run.push(sentence);
      last.first = Math.min(last.first, place);
    } else runs.push({ first: place, run: [sentence] });
  }
  return runs.sort((a, b) => a.first - b.first).map(({ run }) => run);
}
