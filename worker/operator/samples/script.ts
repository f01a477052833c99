/** One speaker's uninterrupted words. */
interface ScriptTurn {
  speaker: string;
  text: string;
}

interface ScriptChapter {
  title: string;
  turns: ScriptTurn[];
}

const TRANSCRIPT_FORMATS = ['vtt', 'srt', 'json', 'none'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** An episode's script. Without chapters it has no audio. */
export interface Script {
  title: string;
  description: string;
  /** Whole days before today, in UTC. */
  daysAgo: number;
  transcript: TranscriptFormat;
  /** The episode's address if it isn't on the sampler itself. */
  link: string | null;
  chapters: ScriptChapter[];
}

const KEYS = ['title', 'description', 'daysAgo', 'transcript', 'link'];
const TURN = /^(\p{Lu}[\p{L}\p{M}.'’ -]{0,40}): (\S.*)$/su;

/**
 * Reads an episode's script: `key: value` lines, a line of three dashes, then chapters (`## Title`)
 * of turns (`Speaker Name: words`), each turn a paragraph of its own.
 *
 * @param source what to call the script in errors
 * @throws Error naming the source and what is wrong, since scripts are written by hand
 */
export function parseScript(text: string, source: string): Script {
  const [head = '', ...rest] = text.replace(/\r\n?/g, '\n').split(/^---[ \t]*$/m);
  if (rest.length !== 1) {
    throw new Error(`${source}: expected one line of '---' between the head and the body`);
  }
  return { ...parseHead(head, source), chapters: parseBody(rest[0] ?? '', source) };
}

/** Counts words as a listener does: a dash between spaces is none. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
}

function parseHead(head: string, source: string): Omit<Script, 'chapters'> {
  const fields = new Map<string, string>();
  for (const line of head.split('\n').filter((line) => line.trim())) {
    const [, key = '', value = ''] = /^(\w+):(.*)$/.exec(line) ?? [];
    if (!KEYS.includes(key)) throw new Error(`${source}: '${line}' is not a line of the head`);
    if (fields.has(key)) throw new Error(`${source}: '${key}' is given twice`);
    fields.set(key, value.trim());
  }
  const need = (key: string): string => {
    const value = fields.get(key);
    if (!value) throw new Error(`${source}: the head lacks '${key}'`);
    return value;
  };
  const daysAgo = Number(need('daysAgo'));
  if (!Number.isInteger(daysAgo) || daysAgo < 1) {
    throw new Error(`${source}: 'daysAgo' must be a whole number of at least 1`);
  }
  const transcript = TRANSCRIPT_FORMATS.find((format) => format === need('transcript'));
  if (!transcript) {
    throw new Error(`${source}: 'transcript' must be one of ${TRANSCRIPT_FORMATS.join(', ')}`);
  }
  return {
    title: need('title'),
    description: need('description'),
    daysAgo,
    transcript,
    link: fields.get('link') || null,
  };
}

function parseBody(body: string, source: string): ScriptChapter[] {
  const chapters: ScriptChapter[] = [];
  // A heading is a paragraph even without a blank line after it.
  const paragraphs = body.replace(/^(## .*)$/gm, '\n$1\n').split(/\n\s*\n/);
  for (const paragraph of paragraphs.map((text) => text.trim()).filter(Boolean)) {
    if (paragraph.startsWith('## ')) {
      chapters.push({ title: paragraph.slice(3).trim(), turns: [] });
      continue;
    }
    const [, speaker, words] = TURN.exec(paragraph) ?? [];
    if (!speaker || !words) {
      throw new Error(`${source}: no speaker before '${paragraph.slice(0, 40)}'`);
    }
    const chapter = chapters.at(-1);
    if (!chapter) throw new Error(`${source}: ${speaker} speaks before the first chapter`);
    chapter.turns.push({ speaker, text: words.replace(/\s+/g, ' ') });
  }
  const empty = chapters.find((chapter) => chapter.turns.length === 0);
  if (empty) throw new Error(`${source}: nobody speaks in '${empty.title}'`);
  return chapters;
}
