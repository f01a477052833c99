/** A quiz on what was said: a gap to fill, three wrong ways to fill it, and where it is said. */
import { type AssistantEpisode, AssistantError, type AssistantQuizQuestion } from '../assistant.ts';
import { clock } from '../retrieval/citation.ts';
import { indexOf, type TranscriptIndex } from '../retrieval/transcript-index.ts';
import { topicStems, wordsOf } from '../retrieval/words.ts';
import { isLike, standsAlone } from './choose-sentences.ts';
import { type Blank, type BlankKind, findBlanks } from './quiz-blanks.ts';
import { wrongOptions } from './quiz-options.ts';
import { type Chance, seededChance } from './seeded-random.ts';

const GAP = '_____';
/** With fewer topic words than this left, a gap could be filled with anything. */
const FEWEST_CLUES = 4;
const KINDS: BlankKind[] = ['figure', 'cause', 'name', 'recommendation', 'definition'];

interface Source {
  episode: AssistantEpisode;
  index: TranscriptIndex;
  blanks: Blank[];
}

interface Made {
  question: AssistantQuizQuestion;
  blank: Blank;
}

/** `count` questions, the same for the same seed. Throws 'empty' where hardly anything was said. */
export function makeQuiz(
  episodes: AssistantEpisode[],
  count: number,
  seed: string,
): AssistantQuizQuestion[] {
  const chance = seededChance(`${seed}/${episodes.map(({ id }) => id).join('/')}`);
  const sources = chance.shuffle(episodes).flatMap((episode): Source[] => {
    if (episode.lines.length === 0) return [];
    const index = indexOf(episode.lines);
    return [{ episode, index, blanks: findBlanks(index) }];
  });
  const pool = sources.flatMap(({ blanks }) => blanks);
  const kinds = chance.shuffle(KINDS);
  const made: Made[] = [];
  // First every kind in turn, then any, then the ends of sentences, and last those with few clues.
  for (const round of [kinds, KINDS, ['completion' as const], null]) {
    let at = 0;
    let idle = 0;
    while (made.length < count && idle < Math.max(1, sources.length) * (round?.length ?? 1)) {
      const source = sources[made.length % Math.max(1, sources.length)] ?? sources[0];
      const next = sources[(made.length + idle) % Math.max(1, sources.length)] ?? source;
      if (next === undefined) break;
      const wanted = round === null ? null : [round[at % round.length] as BlankKind];
      const question = makeOne(next, wanted, pool, made, chance, sources.length > 1);
      at++;
      idle = question === null ? idle + 1 : 0;
      if (question !== null) made.push(question);
    }
  }
  if (made.length < count) {
    throw new AssistantError('empty', 'Too little was said to make a quiz of.');
  }
  return made.map(({ question }) => question);
}

function makeOne(
  { episode, index, blanks }: Source,
  kinds: BlankKind[] | null,
  pool: Blank[],
  made: Made[],
  chance: Chance,
  nameEpisode: boolean,
): Made | null {
  const fits = blanks.filter(({ kind }) => kinds === null || kinds.includes(kind));
  const ranked = fits
    .map((blank) => ({ blank, rank: blank.worth * (0.55 + 0.45 * chance.next()) }))
    .sort((a, b) => b.rank - a.rank);
  for (const { blank } of ranked) {
    if (made.some((other) => isAlike(index, blank, other.blank))) continue;
    const context = contextOf(index, blank);
    const gapped = context + withGap(blank);
    if (kinds !== null && blank.subject === null && clues(gapped) < FEWEST_CLUES) continue;
    if (wordIn(gapped, blank.answer) || wordIn(episode.title, blank.answer)) continue;
    const wrong = wrongOptions(blank, index, pool, chance);
    if (wrong === null) continue;
    const options = chance.shuffle([blank.answer, ...wrong]);
    return {
      blank,
      question: {
        question: wording(blank, gapped, nameEpisode ? episode.title : null),
        options,
        correctAnswerIndex: options.indexOf(blank.answer),
        explanation: explanation(blank),
        episodeId: episode.id,
      },
    };
  }
  return null;
}

function isAlike(index: TranscriptIndex, one: Blank, other: Blank): boolean {
  if (one.sentence.text === other.sentence.text) return true;
  if (one.answer.toLowerCase() === other.answer.toLowerCase()) return true;
  const stems = index.stems[one.sentence.index] ?? [];
  return isLike(stems, topicStems(other.sentence.text));
}

function withGap({ sentence, from, to }: Blank): string {
  return sentence.text.slice(0, from) + GAP + sentence.text.slice(to);
}

/** The sentence before, where this one alone leaves open what it is about. */
function contextOf(index: TranscriptIndex, blank: Blank): string {
  const before = index.sentences[blank.sentence.index - 1];
  if (before === undefined || before.turn !== blank.sentence.turn) return '';
  // 'Yeah, of course.' tells nothing of what follows.
  if (before.words > 40 || before.words < 5) return '';
  const open = clues(withGap(blank)) < FEWEST_CLUES + 1 || standsAlone(blank.sentence) < 0.5;
  return open ? `${before.text} ` : '';
}

function clues(text: string): number {
  return new Set(topicStems(text)).size;
}

function wordIn(text: string, answer: string): boolean {
  return ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(answer).join(' ')} `);
}

function wording({ kind, sentence, subject }: Blank, gapped: string, title: string | null): string {
  const who = sentence.speaker ?? 'the speaker';
  const where = title === null ? '' : `In “${title}”: `;
  const said = `“${gapped}”`;
  switch (kind) {
    case 'figure':
      return `${where}${which('Which figure', title)} completes what ${who} says? ${said}`;
    case 'name':
      return `${where}${which('Which name', title)} completes what ${who} says? ${said}`;
    case 'cause':
      return `${where}${which('What reason', title)} does ${who} give? ${said}`;
    case 'definition':
      return `${where}${which('How', title)} does ${who} describe ${subject ?? 'it'}?`;
    case 'recommendation':
      return `${where}${which('What', title)} does ${who} advise? ${said}`;
    case 'completion':
      return `${where}${which('How', title)} does ${who} end this sentence? ${said}`;
  }
}

function which(opening: string, title: string | null): string {
  return title === null ? opening : opening.charAt(0).toLowerCase() + opening.slice(1);
}

function explanation({ sentence }: Blank): string {
  const who = sentence.speaker === null ? 'It is said' : `${sentence.speaker} says`;
  const time = sentence.start === null ? '' : ` ${clock(sentence.start)}`;
  return `${who}: “${sentence.text}”${time}`;
}
