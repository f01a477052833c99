/** An answer from several episodes as a model writes it; each line is checked against its episode. */
import { log } from '../../platform/logging.ts';
import { withPauses } from '../../platform/pauses.ts';
import { THEY_DIFFER } from '../across.ts';
import { parseRequest } from '../asking/parse-request.ts';
import { type AssistantEpisode, AssistantError, type Exchange, type Reader } from '../assistant.ts';
import { checkStatement, PROBLEMS, type Problem } from '../check/check-statement.ts';
import { answerWithClosest } from '../embedded/answer-from-search.ts';
import { analysisOf } from '../embedded/episode-analysis.ts';
import { type AnswerPart, type Evidence, placeOf, type StatementPart } from '../evidence.ts';
import { topicStems } from '../language/words.ts';
import { indexWithPauses, timesSaidIn } from '../retrieval/transcript-index.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import { smallTalk } from '../small-talk.ts';
import { chooseEntries } from './choose-passages.ts';
import type { ModelContext } from './context.ts';
import { type Entry, evidenceFrom } from './material.ts';
import type { Prompt } from './model-access.ts';
import { answerAcrossPrompt, type FailedLine, mendAcrossPrompt } from './prompts.ts';
import {
  keyOf,
  linesOf,
  MAX_MENDED,
  MAX_STATEMENTS,
  parseStatementLine,
  type StatementLine,
  saysNothing,
} from './statement-lines.ts';
import { streamReply } from './stream-reply.ts';

/** Of all episodes together: with what stands around them they fit into 8,000. */
const PASSAGE_TOKENS = 4_800;
/** How the model marks each of two sides. */
const SIDE = /^<>\s*/;

/** Lines of an episode, numbered on from those of the episode before. */
interface NumberedEpisode {
  episode: AssistantEpisode;
  /** By the number that the model sees. */
  entries: Map<number, Entry>;
}

/** A checked statement, and whether the model marked it as one of two sides. */
interface Sided {
  part: StatementPart;
  isSide: boolean;
}

export async function* writeAnswerAcross(
  context: ModelContext,
  episodes: AssistantEpisode[],
  question: string,
  earlier: Exchange[],
  reader: Reader,
  options: { signal?: AbortSignal },
): AsyncGenerator<AnswerPart> {
  const talk = smallTalk(question, null, 'model');
  if (talk !== null) {
    yield* talk;
    return;
  }
  // A model would see passages of each that fit the request by chance.
  if (episodes.length === 0 || parseRequest(question, timesSaidIn(null), earlier) !== null) {
    yield* context.embedded.answerAcross(episodes, question, earlier, reader, options);
    return;
  }
  const vectors = await context.loadVectors();
  for (const { lines } of episodes) await indexWithPauses(lines);
  const numbered = await numberEntries(episodes, question, earlier, vectors);
  const said = new Set<string>();
  const failed: FailedLine[] = [];
  let foundNothing = false;
  async function* read(prompt: Prompt): AsyncGenerator<Sided> {
    for await (const line of linesOf(streamReply(context.access, prompt, options))) {
      if (saysNothing(line)) foundNothing = true;
      const parsed = parseStatementLine(line);
      if (!parsed || foundNothing || said.size >= MAX_STATEMENTS) continue;
      const text = parsed.text.replace(SIDE, '');
      const part = checked(numbered, { ...parsed, text }, vectors);
      if (typeof part === 'string') {
        failed.push({ statement: text, problem: PROBLEMS[part], numbers: parsed.numbers });
      } else if (!said.has(keyOf(text))) {
        said.add(keyOf(text));
        yield { part, isSide: SIDE.test(parsed.text) };
      }
    }
  }
  yield* pairSides(numbered, read(answerAcrossPrompt(numbered, { question, earlier, reader })));
  const passed = said.size;
  if (failed.length > 0 && failed.length <= MAX_MENDED && !foundNothing) {
    try {
      yield* pairSides(numbered, read(mendAcrossPrompt(numbered, failed)));
    } catch (error) {
      // The statements that already passed are a sufficient answer.
      if (said.size === 0 || options.signal?.aborted) throw error;
    }
  }
  log.info('statements_checked', {
    task: 'answer-across',
    passed: said.size,
    failed: failed.length,
    mended: said.size - passed,
  });
  if (said.size > 0) return;
  if (!foundNothing) throw new AssistantError('invalid', 'No statement of the answer holds');
  const all = await Promise.all(
    episodes.map(async (episode) => {
      const index = await indexWithPauses(episode.lines);
      return analysisOf(episode, index, vectors);
    }),
  );
  yield* await withPauses(answerWithClosest({ all, only: null }, question, earlier));
}

/** Shows two consecutive sides as a disagreement if they can differ. A side alone is an ordinary statement. */
async function* pairSides(
  numbered: NumberedEpisode[],
  statements: AsyncIterable<Sided>,
): AsyncGenerator<AnswerPart> {
  let waiting: StatementPart | null = null;
  for await (const { part, isSide } of statements) {
    if (waiting === null && isSide) {
      waiting = part;
      continue;
    }
    if (waiting === null) yield part;
    else if (isSide && canDiffer(numbered, waiting, part)) yield* bothSides(waiting, part);
    else yield* [waiting, part];
    waiting = null;
  }
  if (waiting !== null) yield waiting;
}

/** Only different people can differ, and only about something that both speak of. */
function canDiffer(numbered: NumberedEpisode[], one: StatementPart, other: StatementPart): boolean {
  const [a, b] = [one, other].map(({ episodeId, statement }) => {
    const lines = numbered.find(({ episode }) => episode.id === episodeId)?.episode.lines ?? [];
    const [evidence] = statement.evidence;
    return `${episodeId} ${evidence && placeOf(lines, evidence)?.speaker}`;
  });
  const stems = new Set(topicStems(one.statement.text));
  return a !== b && topicStems(other.statement.text).some((stem) => stems.has(stem));
}

function bothSides(one: StatementPart, other: StatementPart): AnswerPart[] {
  return [
    { type: 'text', text: `\n\n${THEY_DIFFER}\n\n` },
    { ...one, form: 'item' },
    { ...other, form: 'item' },
    { type: 'text', text: '\n\n' },
  ];
}

/** The lines of each episode that fit the question best. */
async function numberEntries(
  episodes: AssistantEpisode[],
  question: string,
  earlier: Exchange[],
  vectors: WordVectors | null,
): Promise<NumberedEpisode[]> {
  const budget = Math.floor(PASSAGE_TOKENS / episodes.length);
  const numbered: NumberedEpisode[] = [];
  let next = 0;
  for (const episode of episodes) {
    const chosen = await withPauses(chooseEntries(episode, question, earlier, vectors, budget));
    numbered.push({ episode, entries: new Map(chosen.map((entry) => [next++, entry])) });
  }
  return numbered;
}

/** The statement with its evidence, or what is wrong with it. */
function checked(
  numbered: NumberedEpisode[],
  { text, numbers, quotation, isItem }: StatementLine,
  vectors: WordVectors | null,
): StatementPart | Problem {
  for (const { episode, entries } of numbered) {
    const ids = numbers.flatMap((number) => entries.get(number)?.id ?? []);
    const evidence: Evidence | null =
      ids.length === 0 ? null : evidenceFrom(episode, ids, quotation);
    if (!evidence) continue;
    const statement = { text, evidence: [evidence] };
    const problem = checkStatement(statement, episode, { vectors });
    if (problem !== null) return problem;
    const form = isItem ? 'item' : 'paragraph';
    return { type: 'statement', statement, form, episodeId: episode.id };
  }
  return 'not-said';
}
