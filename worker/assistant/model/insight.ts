/**
 * Writes insights from notes. The part shared by all readers is made once and stored; the part for one
 * reader is a small call on top. Both choose among checked statements.
 */
import { z } from 'zod';
import { describeError, log } from '../../platform/logging.ts';
import { foldSpace } from '../../platform/plain-text.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import {
  type AssistantEpisode,
  AssistantError,
  type OnProgress,
  type Reader,
} from '../assistant.ts';
import { checkStatement } from '../check/check-statement.ts';
import type { Insight, Statement } from '../evidence.ts';
import { isStopWord, stemOf, wordsOf } from '../language/words.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import type { ModelContext } from './context.ts';
import { DENIES, fitting, type Note, type Notes, notesOn } from './notes.ts';
import { insightPrompt, PROMPT_VERSION, readerPrompt } from './prompts.ts';
import { structuredReply } from './structured-reply.ts';

/** Progress in percent after reading. */
const READ = 75;
const MOST = { gist: 2, takeaways: 8, actions: 4, quotations: 4, topics: 12 };
/** How many notes a reader's own choice is made from. */
const MAX_CANDIDATES = 36;

const number = z.number();
const choiceSchema = z.object({
  gist: z.array(z.object({ text: z.string(), notes: z.array(number) })),
  takeaways: z.array(number),
  actions: z.array(number),
  quotations: z.array(number),
  topics: z.array(number),
});
type Choice = z.infer<typeof choiceSchema>;

const chosenForReader = z.array(z.object({ note: number, because: z.string() }));
const readerSchema = z.object({ takeaways: chosenForReader, actions: chosenForReader });

/** Throws if there is nothing to make an insight from. */
export async function writeInsight(
  context: ModelContext,
  episode: AssistantEpisode,
  reader: Reader,
  options: { signal?: AbortSignal; onProgress?: OnProgress },
): Promise<Insight> {
  const { signal, onProgress } = options;
  const all = await notesOn(context, episode, {
    signal,
    onPart: (done, of) =>
      onProgress?.(5 + ((READ - 5) * done) / of, `Reading part ${done} of ${of}`),
  });
  if (all.notes.length === 0) {
    throw new AssistantError('invalid', 'None of the notes holds');
  }
  const notes = { ...all, notes: fitting(all.notes, context.contextTokens) };
  await onProgress?.(READ, 'Writing the insight');
  const shared = await sharedInsight(context, episode, notes, signal);
  await onProgress?.(90, 'Choosing what fits you');
  const insight = await forReader(context, episode, notes, shared, reader, signal);
  return fillIn(context, episode, reader, insight);
}

/** The part shared by all readers, stored like the notes. */
async function sharedInsight(
  context: ModelContext,
  episode: AssistantEpisode,
  { notes, topics }: Notes,
  signal: AbortSignal | undefined,
): Promise<Insight> {
  const titles = topics.map(({ title }) => title);
  const prompt = insightPrompt(episode, notes, titles);
  const chosenOf = [context.kind, context.model, PROMPT_VERSION, prompt.messages[0]?.content];
  const name = `insight-${await sha256Hex(chosenOf.join('\n'))}`;
  const key = { episodeId: episode.id, name };
  const shape = { name: 'insight', schema: choiceSchema };
  const kept = choiceSchema.safeParse(await context.notes.read(key)).data;
  const choice = kept ?? (await structuredReply(context.access, prompt, shape, signal));
  const { topics: _, ...chosen } = choice;
  if (Object.values(chosen).every((section) => section.length === 0)) {
    throw new AssistantError('invalid', 'None of the notes was chosen');
  }
  if (!kept) await context.notes.write(key, choice);
  return {
    gist: gistOf(episode, notes, choice, await context.loadVectors()),
    takeaways: statementsOf(notes, choice.takeaways, MOST.takeaways),
    actions: statementsOf(notes.map(onlyAdvice), choice.actions, MOST.actions),
    quotations: statementsOf(notes, choice.quotations, MOST.quotations).flatMap(
      ({ evidence }) => evidence,
    ),
    topics: [...new Set(choice.topics)]
      .sort((a, b) => a - b)
      .flatMap((index) => topics[index] ?? [])
      .slice(0, MOST.topics),
  };
}

const onlyAdvice = (note: Note) => (note.kind === 'advice' ? note : undefined);

/** Returns the statements of these notes, without duplicates. */
function statementsOf(notes: (Note | undefined)[], numbers: number[], most: number): Statement[] {
  const chosen = [...new Set(numbers)].flatMap((index) => notes[index]?.statement ?? []);
  return chosen.slice(0, most);
}

/** New sentences by the model are checked like any statement. */
function gistOf(
  episode: AssistantEpisode,
  notes: Note[],
  { gist }: Choice,
  vectors: WordVectors | null,
): Statement[] {
  const checked = gist.slice(0, MOST.gist).flatMap(({ text, notes: numbers }) => {
    const evidence = statementsOf(notes, numbers, 3).flatMap((one) => one.evidence);
    const statement = { text: foldSpace(text), evidence };
    const problem = checkStatement(statement, episode, { vectors });
    return problem === null ? [statement] : [];
  });
  log.info('statements_checked', {
    task: 'gist',
    passed: checked.length,
    failed: Math.min(gist.length, MOST.gist) - checked.length,
  });
  if (checked.length > 0) return checked;
  // Otherwise the notes themselves serve.
  return statementsOf(
    notes,
    gist.flatMap((one) => one.notes.slice(0, 1)),
    MOST.gist,
  );
}

/** The same insight with takeaways and actions sorted for this reader. */
async function forReader(
  { access }: ModelContext,
  episode: AssistantEpisode,
  { notes }: Notes,
  shared: Insight,
  reader: Reader,
  signal: AbortSignal | undefined,
): Promise<Insight> {
  if (!reader.industry && !reader.role && !reader.goals) return shared;
  const best = new Set([...shared.takeaways, ...shared.actions]);
  const candidates = notes
    .filter(({ kind, statement }) => kind === 'advice' || best.has(statement))
    .concat(notes.filter(({ kind, statement }) => kind !== 'advice' && !best.has(statement)))
    .slice(0, MAX_CANDIDATES);
  const shape = { name: 'reader', schema: readerSchema };
  try {
    const prompt = readerPrompt(episode, candidates, reader);
    const { takeaways, actions } = await structuredReply(access, prompt, shape, signal);
    const own = {
      takeaways: withReasons(candidates, takeaways, MOST.takeaways, reader),
      actions: withReasons(candidates.map(onlyAdvice), actions, MOST.actions, reader),
    };
    return {
      ...shared,
      takeaways: own.takeaways.length > 0 ? own.takeaways : shared.takeaways,
      actions: own.actions.length > 0 ? own.actions : shared.actions,
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    log.warn('reader_not_served', { error: describeError(error) });
    return shared;
  }
}

function withReasons(
  notes: (Note | undefined)[],
  chosen: { note: number; because: string }[],
  most: number,
  reader: Reader,
): Statement[] {
  const taken = new Set<number>();
  return chosen
    .flatMap(({ note, because }) => {
      const statement = notes[note]?.statement;
      if (!statement || taken.has(note)) return [];
      taken.add(note);
      const reason = foldSpace(because).replace(/\.$/, '');
      return [isReason(reason, reader) ? { ...statement, because: reason } : statement];
    })
    .slice(0, most);
}

const LONGEST_REASON = 90;

/** The words that a reason may use besides the profile's and stop words. */
const REASON_WORDS = new Set(
  'work worker job role lead manage run own head responsible care team company field industry goal plan aim hope try'
    .split(' ')
    .map(stemOf),
);

/** A reason consists of the profile's words; a model's own are not shown. */
function isReason(because: string, { industry, role, goals }: Reader): boolean {
  if (!/^because you[\p{L}]*(?: [\p{L}\p{N}'’,&/-]+)+$/u.test(because)) return false;
  if (because.length > LONGEST_REASON || DENIES.test(because)) return false;
  const profile = new Set(wordsOf([industry, role, goals].join(' ')).map(stemOf));
  const words = wordsOf(because.replaceAll('-', ' ')).slice(2);
  const own = words.filter((word) => profile.has(stemOf(word)) && !isStopWord(word));
  const isKnown = (word: string) =>
    isStopWord(word) || profile.has(stemOf(word)) || REASON_WORDS.has(stemOf(word));
  return own.length > 0 && words.every(isKnown);
}

/** Sections that the model left empty come from the embedded assistant. */
async function fillIn(
  { embedded }: ModelContext,
  episode: AssistantEpisode,
  reader: Reader,
  insight: Insight,
): Promise<Insight> {
  const isMissing = (['gist', 'takeaways', 'actions', 'quotations', 'topics'] as const).some(
    (section) => insight[section].length === 0,
  );
  if (!isMissing) return insight;
  const { result } = await embedded.writeInsight(episode, reader, {});
  return {
    gist: insight.gist.length > 0 ? insight.gist : result.gist,
    takeaways: insight.takeaways.length > 0 ? insight.takeaways : result.takeaways,
    actions: insight.actions.length > 0 ? insight.actions : result.actions,
    quotations: insight.quotations.length > 0 ? insight.quotations : result.quotations,
    topics: insight.topics.length > 0 ? insight.topics : result.topics,
  };
}
