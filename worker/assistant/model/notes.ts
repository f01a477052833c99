/**
 * Notes on an episode: written by a model once, stored, and shared by all readers and all tasks about
 * the whole episode. Parts are processed in parallel and stored as soon as they are done, so that
 * interrupted work resumes.
 */
import { z } from 'zod';
import { log } from '../../platform/logging.ts';
import { foldSpace } from '../../platform/plain-text.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { checkStatement, PROBLEMS, type Problem } from '../check/check-statement.ts';
import { hasMarkup } from '../check/prompt-injection.ts';
import { evidenceOf } from '../embedded/statements.ts';
import type { Statement, Topic } from '../evidence.ts';
import { isStopWord, stemOf, wordsOf } from '../language/words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { indexOf } from '../retrieval/transcript-index.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import { spokenWords } from '../spoken-words.ts';
import { partsOf } from './choose-passages.ts';
import type { ModelContext } from './context.ts';
import { type Entry, entriesOf, estimateTokens, evidenceFrom } from './material.ts';
import { type Failed, mendNotesPrompt, notesPrompt, PROMPT_VERSION } from './prompts.ts';
import { structuredReply } from './structured-reply.ts';

const NOTE_KINDS = ['claim', 'figure', 'advice', 'position', 'quote'] as const;

export interface Note {
  kind: (typeof NOTE_KINDS)[number];
  statement: Statement;
}

export interface Notes {
  notes: Note[];
  topics: Topic[];
}

/** The name of notes on an episode identifies their input completely, so they are never outdated. */
export interface NotesKey {
  episodeId: string;
  name: string;
}

/** Where notes are stored. */
export interface NotesStore {
  read: (key: NotesKey) => Promise<unknown>;
  /** Stores nothing for an episode that has been deleted meanwhile. */
  write: (key: NotesKey, value: unknown) => Promise<void>;
  /** Runs the work, unless somebody else is running some under the same key: then returns null. */
  alone: (key: NotesKey, work: () => Promise<Notes>) => Promise<Notes | null>;
}

/** Parts of one episode read in parallel. */
const PARTS_AT_ONCE = 4;
const MAX_NOTES_PER_PART = 16;
const MAX_TOPICS_PER_PART = 4;

const replySchema = z.object({
  notes: z.array(
    z.object({
      kind: z.string(),
      statement: z.string(),
      lines: z.array(z.number()),
      quotation: z.string(),
    }),
  ),
  topics: z.array(z.object({ title: z.string(), line: z.number() })),
});
type Reply = z.infer<typeof replySchema>;

const evidenceSchema = z.object({ lineIds: z.array(z.number()), quotation: z.string() });
const storedSchema: z.ZodType<Notes> = z.object({
  notes: z.array(
    z.object({
      kind: z.enum(NOTE_KINDS),
      statement: z.object({
        text: z.string(),
        evidence: z.array(evidenceSchema),
      }),
    }),
  ),
  topics: z.array(z.object({ title: z.string(), evidence: evidenceSchema })),
});

/** Called as parts finish. */
type OnPart = (done: number, of: number) => Promise<void> | void;

/** Returns the notes on a whole episode. Throws if a part can't be read; the other parts stay stored. */
export async function notesOn(
  context: ModelContext,
  episode: AssistantEpisode,
  options: { signal?: AbortSignal | undefined; onPart?: OnPart },
): Promise<Notes> {
  const parts = partsOf(episode, context.contextTokens);
  const done: Notes[] = [];
  let next = 0;
  let count = 0;
  let failure: unknown = null;
  const work = async () => {
    while (failure === null && next < parts.length) {
      const index = next++;
      try {
        done[index] = await notesOnPart(context, episode, parts[index] ?? [], options.signal);
        await options.onPart?.(++count, parts.length);
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work));
  if (failure !== null) throw failure;
  return {
    notes: done.flatMap(({ notes }) => notes),
    topics: done.flatMap(({ topics }) => topics),
  };
}

/** How often a reader checks on notes that somebody else is taking. */
const CHECK_MS = 500;

/** Several readers at once pay for one set of notes: one takes them, the others wait for it. */
async function notesOnPart(
  context: ModelContext,
  episode: AssistantEpisode,
  part: Entry[],
  signal: AbortSignal | undefined,
): Promise<Notes> {
  const { notes: store } = context;
  const key = await keyOf(context, episode, part);
  const readStored = async () => storedSchema.safeParse(await store.read(key)).data ?? null;
  for (;;) {
    const notes =
      (await readStored()) ??
      (await store.alone(key, async () => {
        // Somebody else may have finished between the check and the lease.
        const stored = await readStored();
        if (stored) return stored;
        const taken = await takeNotes(context, episode, part, signal);
        await store.write(key, taken);
        return taken;
      }));
    if (notes) return notes;
    await scheduler.wait(CHECK_MS, { ...(signal && { signal }) });
  }
}

/** The same words, model and prompt give the same notes. */
async function keyOf(
  { kind, model }: ModelContext,
  episode: AssistantEpisode,
  part: Entry[],
): Promise<NotesKey> {
  const read = [kind, model, PROMPT_VERSION, ...part.map(({ line }) => line)].join('\n');
  return { episodeId: episode.id, name: await sha256Hex(read) };
}

async function takeNotes(
  context: ModelContext,
  episode: AssistantEpisode,
  part: Entry[],
  signal: AbortSignal | undefined,
): Promise<Notes> {
  const entries = entriesOf(episode);
  const shape = { name: 'notes', schema: replySchema };
  const prompt = notesPrompt(episode, part, entries.length);
  const reply = await structuredReply(context.access, prompt, shape, signal);
  const vectors = await context.loadVectors();
  const first = checkNotes(episode, reply, vectors);
  const mended = await mend(context, episode, first, signal);
  const notes = [...first.notes, ...mended];
  return { notes: notes.slice(0, MAX_NOTES_PER_PART), topics: topicsOf(episode, reply, part) };
}

interface Checked {
  notes: Note[];
  failed: { failed: Failed; lines: number[] }[];
}

function checkNotes(episode: AssistantEpisode, reply: Reply, vectors: WordVectors | null): Checked {
  const checked: Checked = { notes: [], failed: [] };
  const problems = new Map<Problem, number>();
  for (const { kind, statement: text, lines, quotation } of reply.notes) {
    const evidence = evidenceFrom(episode, lines, quotation);
    const statement = { text: foldSpace(text), evidence: evidence ? [evidence] : [] };
    const problem = evidence ? checkStatement(statement, episode, { vectors }) : 'not-said';
    if (problem === null) {
      const known = NOTE_KINDS.find((one) => one === kind.trim().toLowerCase()) ?? 'claim';
      checked.notes.push({ kind: known, statement });
    } else {
      problems.set(problem, (problems.get(problem) ?? 0) + 1);
      checked.failed.push({ failed: { statement: text, problem: PROBLEMS[problem] }, lines });
    }
  }
  log.info('statements_checked', {
    task: 'notes',
    passed: checked.notes.length,
    failed: checked.failed.length,
    problems: [...problems].map(([name, count]) => `${name}:${count}`).join(' '),
  });
  return checked;
}

/** Failed notes are requested once more, then dropped. */
async function mend(
  context: ModelContext,
  episode: AssistantEpisode,
  { failed }: Checked,
  signal: AbortSignal | undefined,
): Promise<Note[]> {
  if (failed.length === 0) return [];
  const entries = entriesOf(episode);
  const near = entriesNear(
    entries,
    failed.flatMap(({ lines }) => lines),
  );
  const prompt = mendNotesPrompt(
    episode,
    failed.map((one) => one.failed),
    near,
    entries.length,
  );
  try {
    const shape = { name: 'notes', schema: replySchema };
    const reply = await structuredReply(context.access, prompt, shape, signal);
    return checkNotes(episode, reply, await context.loadVectors()).notes;
  } catch (error) {
    if (signal?.aborted) throw error;
    // The ones that passed are enough.
    return [];
  }
}

const MAX_NEAR = 24;

/** Returns these entries and their neighbours. */
export function entriesNear(entries: Entry[], numbers: number[]): Entry[] {
  const ids = new Set(numbers.flatMap((id) => [id - 1, id, id + 1]));
  return entries.filter(({ id }) => ids.has(id)).slice(0, MAX_NEAR);
}

/** A topic starts with the sentence that says its words, or with the line that the model names. */
function topicsOf({ lines }: AssistantEpisode, { topics }: Reply, part: Entry[]): Topic[] {
  const { sentences } = indexOf(lines);
  return topics.slice(0, MAX_TOPICS_PER_PART).flatMap(({ title, line }) => {
    const entry = part.find(({ id }) => id === line);
    const plain = foldSpace(title);
    if (entry === undefined || !isTopic(plain, part)) return [];
    const there = sentences.slice(entry.from, entry.to);
    const isOwn = ({ text }: Sentence) => isTopic(plain, [{ letters: lettersOf(text) }]);
    const start = there.find(isOwn) ?? there[0];
    return start ? [{ title: plain, evidence: evidenceOf([start]) }] : [];
  });
}

/** Returns as many notes as fit into a prompt, from all over the episode. */
export function fitting(notes: Note[], contextTokens: number): Note[] {
  const room = Math.min(MAX_NOTES_TOKENS, contextTokens - BESIDE_NOTES_TOKENS);
  const tokens = notes.reduce((sum, { statement }) => sum + estimateTokens(statement.text) + 5, 0);
  return tokens <= room ? notes : sampleEvenly(notes, Math.floor((notes.length * room) / tokens));
}
/** Four hours have about this many. With more, a model loses track of the middle. */
const MAX_NOTES_TOKENS = 8_000;
const BESIDE_NOTES_TOKENS = 4_000;

/** Returns this many notes from all over an episode. */
export function sampleEvenly(notes: Note[], most: number): Note[] {
  if (notes.length <= most) return notes;
  const step = notes.length / Math.max(1, most);
  const places = Array.from({ length: most }, (_, index) => Math.floor(index * step));
  return places.flatMap((index) => notes[index] ?? []);
}

const lettersOf = (text: string) => spokenWords(text).join('');

const MAX_TOPIC_WORDS = 7;
/** Words that titles use without claiming anything. */
const TITLE_WORDS = new Set(
  'introduction opening overview background example question answer discussion conclusion closing summary advice topic part'
    .split(' ')
    .map(stemOf),
);
/** Negations. A model may not add one in its own words. */
export const DENIES = /\b(?:no|not|never|nor|without)\b|n['’]t\b/i;

/**
 * Whether its part contains all words of a topic, because a title must not claim anything of its own.
 */
export function isTopic(title: string, part: Pick<Entry, 'letters'>[]): boolean {
  const words = wordsOf(title);
  if (words.length === 0 || words.length > MAX_TOPIC_WORDS || /[:/@<>[\]]/.test(title))
    return false;
  if (DENIES.test(title) || hasMarkup(title)) return false;
  const telling = words.filter((word) => !isStopWord(word) && !TITLE_WORDS.has(stemOf(word)));
  return telling.every((word) => {
    const starts = [lettersOf(word), stemOf(word)].map((form) => form.slice(0, 5));
    return part.some(({ letters }) => starts.some((start) => letters.includes(start)));
  });
}
