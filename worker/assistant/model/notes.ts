/**
 * Notes on an episode: read once by a model, kept, and shared by everything that is about the whole
 * of it and by all its readers. They are taken part by part, several at a time; each part is kept as
 * soon as it is done, so that work that was broken off goes on where it stopped.
 */
import { z } from 'zod';
import { log } from '../../platform/logging.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { checkStatement, PROBLEMS, type Problem } from '../check/check-statement.ts';
import type { Statement, Topic } from '../evidence.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import { structuredReply } from './call-model.ts';
import { partsOf } from './choose-passages.ts';
import type { ModelContext } from './context.ts';
import { type Entry, entriesOf, estimateTokens, evidenceFrom } from './material.ts';
import { type Failed, mendNotesPrompt, notesPrompt, PROMPT_VERSION } from './prompts.ts';

const NOTE_KINDS = ['claim', 'figure', 'advice', 'position', 'quote'] as const;

export interface Note {
  kind: (typeof NOTE_KINDS)[number];
  statement: Statement;
}

export interface Notes {
  notes: Note[];
  topics: Topic[];
}

/** Where notes are kept. Keys tell what they are of, so that nothing kept is ever wrong. */
export interface NotesStore {
  read: (key: string) => Promise<unknown>;
  write: (key: string, value: unknown) => Promise<void>;
}

/** Parts of one episode that are read at a time. */
const PARTS_AT_ONCE = 4;
const MOST_NOTES_A_PART = 16;
const MOST_TOPICS_A_PART = 4;

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

const keptSchema: z.ZodType<Notes> = z.object({
  notes: z.array(
    z.object({
      kind: z.enum(NOTE_KINDS),
      statement: z.object({
        text: z.string(),
        evidence: z.array(z.object({ lineIds: z.array(z.number()), quotation: z.string() })),
      }),
    }),
  ),
  topics: z.array(z.object({ title: z.string(), lineId: z.number() })),
});

/** Told as parts are done. */
type OnPart = (done: number, of: number) => Promise<void> | void;

/** The notes on the whole of an episode. Throws where a part cannot be read; the others are kept. */
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

async function notesOnPart(
  context: ModelContext,
  episode: AssistantEpisode,
  part: Entry[],
  signal: AbortSignal | undefined,
): Promise<Notes> {
  const key = await keyOf(context, episode, part);
  const kept = keptSchema.safeParse(await context.notes.read(key)).data;
  if (kept) return kept;
  const notes = await takeNotes(context, episode, part, signal);
  await context.notes.write(key, notes);
  return notes;
}

/** The same words, read by the same model and asked for in the same way, give the same notes. */
async function keyOf(
  { kind, model }: ModelContext,
  episode: AssistantEpisode,
  part: Entry[],
): Promise<string> {
  const read = [kind, model, PROMPT_VERSION, ...part.map(({ line }) => line)].join('\n');
  return `notes/${episode.id}/${await sha256Hex(read)}.json`;
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
  const first = checkNotes(episode, entries, reply, vectors);
  const mended = await mend(context, episode, first, signal);
  const notes = [...first.notes, ...mended];
  return { notes: notes.slice(0, MOST_NOTES_A_PART), topics: topicsOf(reply, part) };
}

interface Checked {
  notes: Note[];
  failed: { failed: Failed; lines: number[] }[];
}

function checkNotes(
  episode: AssistantEpisode,
  entries: Entry[],
  reply: Reply,
  vectors: WordVectors | null,
): Checked {
  const checked: Checked = { notes: [], failed: [] };
  const problems = new Map<Problem, number>();
  for (const { kind, statement: text, lines, quotation } of reply.notes) {
    const evidence = evidenceFrom(entries, lines, quotation);
    const statement = { text: text.trim(), evidence: evidence ? [evidence] : [] };
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

/** What failed is asked for once more; what fails again is left out. */
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
    return checkNotes(episode, entries, reply, await context.loadVectors()).notes;
  } catch (error) {
    if (signal?.aborted) throw error;
    // What passed at first is enough.
    return [];
  }
}

const MOST_NEAR = 24;

/** The entries of these numbers and their neighbours. */
export function entriesNear(entries: Entry[], numbers: number[]): Entry[] {
  const ids = new Set(numbers.flatMap((id) => [id - 1, id, id + 1]));
  return entries.filter(({ id }) => ids.has(id)).slice(0, MOST_NEAR);
}

function topicsOf({ topics }: Reply, part: Entry[]): Topic[] {
  const inPart = new Map(part.map((entry) => [entry.id, entry.firstLine]));
  return topics.slice(0, MOST_TOPICS_A_PART).flatMap(({ title, line }) => {
    const lineId = inPart.get(line);
    const plain = title.replace(/\s+/g, ' ').trim();
    return lineId === undefined || !isTopic(plain, part) ? [] : [{ title: plain, lineId }];
  });
}

/** As many of the notes as fit into a prompt, from all over the episode. */
export function fitting(notes: Note[], contextTokens: number): Note[] {
  const room = Math.min(MOST_NOTES_TOKENS, contextTokens - BESIDE_NOTES_TOKENS);
  const tokens = notes.reduce((sum, { statement }) => sum + estimateTokens(statement.text) + 5, 0);
  return tokens <= room ? notes : someOf(notes, Math.floor((notes.length * room) / tokens));
}
/** Four hours have about so many; more and a model loses what stands in the middle. */
const MOST_NOTES_TOKENS = 8_000;
const BESIDE_NOTES_TOKENS = 4_000;

/** So many notes from all over an episode. */
export function someOf(notes: Note[], most: number): Note[] {
  if (notes.length <= most) return notes;
  const step = notes.length / Math.max(1, most);
  const places = Array.from({ length: most }, (_, at) => Math.floor(at * step));
  return places.flatMap((at) => notes[at] ?? []);
}

const MOST_TOPIC_WORDS = 7;

/** A topic is made of words of its part: a model cannot slip anything else in. */
export function isTopic(title: string, part: Pick<Entry, 'letters'>[]): boolean {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || words.length > MOST_TOPIC_WORDS || /[:/@<>[\]]/.test(title))
    return false;
  const long = words.filter((word) => word.length > 3);
  const said = long.filter((word) =>
    part.some(({ letters }) => letters.includes(word.slice(0, 5))),
  );
  return said.length * 2 >= long.length;
}
