/** Streams a model's answer. Each line is checked on its own and shown if it holds. */
import { log } from '../../platform/logging.ts';
import { withPauses } from '../../platform/pauses.ts';
import { parseRequest } from '../asking/parse-request.ts';
import { type AssistantEpisode, AssistantError, type Exchange, type Reader } from '../assistant.ts';
import { checkStatement, PROBLEMS, type Problem } from '../check/check-statement.ts';
import { answerWithClosest } from '../embedded/answer-from-search.ts';
import { analysisOf, scopeOf } from '../embedded/episode-analysis.ts';
import type { AnswerPart, Evidence, Statement } from '../evidence.ts';
import { indexWithPauses, timesSaidIn } from '../retrieval/transcript-index.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import { smallTalk } from '../small-talk.ts';
import { chooseEntries, outlineOf } from './choose-passages.ts';
import type { ModelContext } from './context.ts';
import { entriesOf, evidenceFrom } from './material.ts';
import type { Prompt } from './model-access.ts';
import { entriesNear, fitting, type Note, notesOn } from './notes.ts';
import {
  type Asked,
  answerPrompt,
  type FailedLine,
  mendAnswerPrompt,
  mendWholeAnswerPrompt,
  wholeAnswerPrompt,
} from './prompts.ts';
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

/** Returns a line's evidence; null if it doesn't contain the quoted words. */
type FindEvidence = (line: StatementLine) => Evidence[] | null;

export async function* writeAnswer(
  context: ModelContext,
  episode: AssistantEpisode,
  question: string,
  earlier: Exchange[],
  reader: Reader,
  options: { signal?: AbortSignal },
): AsyncGenerator<AnswerPart> {
  // Small talk needs no model, and a model can't add anything to a description.
  const talk = smallTalk(question, episode, episode.lines.length > 0 ? 'model' : 'embedded');
  if (talk !== null) {
    yield* talk;
    return;
  }
  const index = await indexWithPauses(episode.lines);
  const request = parseRequest(question, timesSaidIn(index), earlier);
  // The notes on an episode contain neither its date nor its length.
  if (episode.lines.length === 0 || request?.intent === 'facts') {
    yield* context.embedded.answer(episode, question, earlier, reader, options);
    return;
  }
  const asked = { question, earlier, reader };
  const vectors = await context.loadVectors();
  const run = new CheckedAnswer(episode, vectors);
  const { prompt, find, mendPrompt } =
    request === null
      ? await fromPassages(episode, asked, vectors)
      : fromNotes(
          episode,
          fitting((await notesOn(context, episode, options)).notes, context.contextTokens),
          asked,
        );
  yield* run.read(streamReply(context.access, prompt, options), find);
  if (run.failed.length > 0 && run.failed.length <= MAX_MENDED) {
    yield* run.mend(streamReply(context.access, mendPrompt(run.failed), options), find);
  }
  run.log(request === null ? 'answer' : 'answer-whole');
  if (run.passed > 0) return;
  // There is always something to say about the whole episode.
  if (!run.saysNothing || request !== null) {
    throw new AssistantError('invalid', 'No statement of the answer holds');
  }
  const scope = scopeOf(analysisOf(episode, index, vectors));
  yield* await withPauses(answerWithClosest(scope, question, earlier));
}

/** How an answer is asked for: what is sent, how its lines are read, and what is sent about those that fail. */
interface Task {
  prompt: Prompt;
  find: FindEvidence;
  mendPrompt: (failed: FailedLine[]) => Prompt;
}

async function fromPassages(
  episode: AssistantEpisode,
  asked: Asked,
  vectors: WordVectors | null,
): Promise<Task> {
  const entries = entriesOf(episode);
  const { question, earlier } = asked;
  const passages = await withPauses(chooseEntries(episode, question, earlier, vectors));
  const outline = passages.length < entries.length ? outlineOf(episode) : [];
  return {
    prompt: answerPrompt(episode, outline, passages, entries.length, asked),
    find: ({ numbers, quotation }) => {
      const evidence = evidenceFrom(episode, numbers, quotation);
      return evidence ? [evidence] : null;
    },
    mendPrompt: (failed) => {
      const near = entriesNear(
        entries,
        failed.flatMap(({ numbers }) => numbers),
      );
      return mendAnswerPrompt(episode, failed, near, entries.length);
    },
  };
}

function fromNotes(episode: AssistantEpisode, notes: Note[], asked: Asked): Task {
  return {
    prompt: wholeAnswerPrompt(episode, notes, asked),
    find: ({ numbers }) => {
      const evidence = numbers.flatMap((index) => notes[index]?.statement.evidence ?? []);
      return evidence.length > 0 ? evidence.slice(0, 4) : null;
    },
    mendPrompt: (failed) => mendWholeAnswerPrompt(episode, failed, notes),
  };
}

/** Checks the statements of an answer as they arrive and records the result. */
class CheckedAnswer {
  readonly failed: FailedLine[] = [];
  passed = 0;
  saysNothing = false;
  #mended = 0;
  readonly #problems = new Map<Problem, number>();
  readonly #episode: AssistantEpisode;
  readonly #vectors: WordVectors | null;
  readonly #said = new Set<string>();

  constructor(episode: AssistantEpisode, vectors: WordVectors | null) {
    this.#episode = episode;
    this.#vectors = vectors;
  }

  async *read(pieces: AsyncIterable<string>, find: FindEvidence): AsyncGenerator<AnswerPart> {
    for await (const line of linesOf(pieces)) {
      const isNothing = saysNothing(line);
      if (isNothing) this.saysNothing = true;
      const parsed = isNothing ? null : parseStatementLine(line);
      // Polite phrases and headings say nothing about the episode.
      if (!parsed || this.passed >= MAX_STATEMENTS) continue;
      const checked = this.#check(parsed, find, this.#vectors);
      if (checked) yield checked;
    }
  }

  async *mend(pieces: AsyncIterable<string>, find: FindEvidence): AsyncGenerator<AnswerPart> {
    const before = this.passed;
    try {
      yield* this.read(pieces, find);
    } catch (error) {
      // The statements that already passed are a sufficient answer.
      if (this.passed === 0 || (error instanceof AssistantError && error.failure === 'aborted')) {
        throw error;
      }
    }
    this.#mended = this.passed - before;
  }

  #check(line: StatementLine, find: FindEvidence, vectors: WordVectors | null): AnswerPart | null {
    const { text, numbers, isItem } = line;
    const evidence = find(line);
    const statement: Statement = { text, evidence: evidence ?? [] };
    const problem = evidence ? checkStatement(statement, this.#episode, { vectors }) : 'not-said';
    if (problem !== null) {
      this.#problems.set(problem, (this.#problems.get(problem) ?? 0) + 1);
      this.failed.push({ statement: text, problem: PROBLEMS[problem], numbers });
      return null;
    }
    if (this.#said.has(keyOf(text))) return null;
    this.#said.add(keyOf(text));
    this.passed++;
    return { type: 'statement', statement, form: isItem ? 'item' : 'sentence' };
  }

  /** Logs how many statements were dropped. */
  log(task: string): void {
    log.info('statements_checked', {
      task,
      passed: this.passed,
      failed: this.failed.length,
      mended: this.#mended,
      problems: [...this.#problems].map(([name, count]) => `${name}:${count}`).join(' '),
    });
  }
}
