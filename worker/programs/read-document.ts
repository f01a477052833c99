/** Reads the documents that `search` finds, each as one text. */
import type { ChatHistorySession } from '../../schema/wire/chat.ts';
import type { Content } from '../../schema/wire/content.ts';
import { placePath } from '../../schema/wire/digest.ts';
import type { EpisodePage } from '../../schema/wire/episode-page.ts';
import type { TranscriptLine, TranscriptReply } from '../../schema/wire/episodes.ts';
import type { SavedInsight } from '../../schema/wire/library.ts';
import { htmlToText } from '../platform/plain-text.ts';
import { ApiRefusal, type ReaderApi } from './reader-api.ts';

/** The maximum of one result; a longer transcript continues at `nextLine`. About 15,000 tokens. */
const MAX_CHARS = 60_000;
/** What a line takes besides its text and its speaker; the text may be a single word. */
const LINE_CHARS = 50;
/** Titles of documents without an episode. */
export const EDITOR = 'Editor';
export const ALL_PODCASTS = 'All podcasts';
/** How much is shown before and after a search result. */
const AROUND_SECONDS = 90;

interface Document {
  title: string;
  text: string;
  url: string;
  metadata: Record<string, string | number | null>;
}

/** A document's id: its kind, its source's id and, for transcripts, the second. */
const DOCUMENT_ID =
  /^(?<kind>transcript|episode|insight|chat|text):(?<id>[\da-f-]{36})?(?:@(?<seconds>\d{1,6}))?$/;

/** @throws ApiRefusal if there is no document with this id */
export function readDocument(api: ReaderApi, documentId: string): Promise<Document> {
  const { kind = '', id = '', seconds } = DOCUMENT_ID.exec(documentId)?.groups ?? {};
  const read = READERS[kind];
  if (read === undefined) throw new ApiRefusal('There is no document with this id.');
  return read(api, id, seconds === undefined ? null : Number(seconds));
}

/** Reads a document of one kind; of a transcript, the minutes around a second if there is one. */
type Read = (api: ReaderApi, id: string, seconds: number | null) => Promise<Document>;

export const getTranscript = (api: ReaderApi, episodeId: string) =>
  api.get<TranscriptReply>(`/api/podcasts/episodes/${episodeId}/transcript`);

const READERS: Record<string, Read> = {
  async transcript(api, id, seconds) {
    const { title, lines } = await getTranscript(api, id);
    const around =
      seconds === null ? lines : between(lines, seconds - AROUND_SECONDS, seconds + AROUND_SECONDS);
    const { text } = cut(around);
    const at = seconds ?? 0;
    return {
      title,
      text,
      url: api.urlOf(placePath(id, at)),
      metadata: { kind: 'transcript', seconds },
    };
  },
  async episode(api, id) {
    const page = await api.get<EpisodePage>(`/api/podcasts/episodes/${id}`);
    const chapters = page.chapters
      .filter(({ isListed }) => isListed)
      .map(({ start, title }) => `${start} s: ${title}`);
    const text = [htmlToText(page.notes), ...chapters].join('\n');
    return {
      title: page.title,
      text: text.slice(0, MAX_CHARS),
      url: api.urlOf(placePath(id, 0)),
      metadata: { kind: 'episode', podcast: page.podcastTitle, publishedAt: page.publishedAt },
    };
  },
  async insight(api, id) {
    const saved = await api.get<SavedInsight>(`/api/user/insights/${id}`);
    const notes = saved.userNotes === null ? '' : `\n\nNotes: ${saved.userNotes}`;
    return {
      title: saved.episodeTitle,
      text: `${htmlToText(saved.insight)}${notes}`.slice(0, MAX_CHARS),
      url: api.urlOf('/library'),
      metadata: { kind: 'insight', savedAt: saved.generatedAt, tags: saved.tags.join(', ') },
    };
  },
  async chat(api, id) {
    const chat = await api.get<ChatHistorySession>(`/api/user/chat-sessions/${id}`);
    const said = chat.followUps.map(
      ({ question, answer }) => `Question: ${question}\nAnswer: ${answer}`,
    );
    return {
      title: chat.episodeTitle ?? ALL_PODCASTS,
      text: [chat.initialInsight, ...said].filter(Boolean).join('\n\n').slice(0, MAX_CHARS),
      url: api.urlOf('/library'),
      metadata: { kind: 'chat', startedAt: chat.createdAt },
    };
  },
  async text(api) {
    const { content, updatedAt } = await api.get<Content>('/api/content');
    return {
      title: EDITOR,
      text: htmlToText(content).slice(0, MAX_CHARS),
      url: api.urlOf('/editor'),
      metadata: { kind: 'text', updatedAt },
    };
  },
};

/** The lines said between two seconds; all lines of a transcript without times. */
export function between(lines: TranscriptLine[], start: number, end: number): TranscriptLine[] {
  if (!lines.some((line) => line.start !== null)) return lines;
  return lines.filter(
    (line) => line.start !== null && (line.end ?? line.start) >= start && line.start <= end,
  );
}

/** Returns the lines that fit into a result, their text, and the first line that is left out. */
export function cut(lines: TranscriptLine[]) {
  let chars = 0;
  const end = lines.findIndex(({ text, speaker }) => {
    chars += text.length + (speaker?.length ?? 0) + LINE_CHARS;
    return chars > MAX_CHARS;
  });
  // A single line that is too long is shortened.
  const taken = (end < 0 ? lines : lines.slice(0, Math.max(1, end))).map((line) => ({
    ...line,
    text: line.text.slice(0, MAX_CHARS),
  }));
  const text = taken
    .map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`))
    .join('\n');
  return { taken, next: lines[taken.length] ?? null, text };
}
