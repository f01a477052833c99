/** Finding and reading: `search` and `fetch` have the shape that assistants expect of connectors. */
import { z } from 'zod';
import type { ChatHistorySession } from '../../schema/wire/chat.ts';
import { idSchema } from '../../schema/wire/common.ts';
import type { Content } from '../../schema/wire/content.ts';
import { placePath } from '../../schema/wire/digest.ts';
import type { EpisodePage } from '../../schema/wire/episode-page.ts';
import type {
  EpisodesByPodcast,
  TranscriptLine,
  TranscriptReply,
} from '../../schema/wire/episodes.ts';
import type { SavedInsight } from '../../schema/wire/library.ts';
import { SEARCH_KINDS, type SearchReply, type SearchResult } from '../../schema/wire/search.ts';
import { htmlToText } from '../platform/plain-text.ts';
import { ApiRefusal, type ReaderApi } from './reader-api.ts';
import { makeTool, type Tool } from './tool.ts';

/** Of one result; a longer transcript goes on at `nextStart`. About 15,000 tokens. */
const MOST_CHARS = 60_000;
/** Titles of documents without an episode. */
const EDITOR = 'Editor';
const ALL_PODCASTS = 'All podcasts';
/** Before and after the place of a search result. */
const AROUND_SECONDS = 90;

/** A document's id: what it is, whose, and for transcripts the second. */
const DOCUMENT_ID =
  /^(?<kind>transcript|episode|insight|chat|text):(?<id>[\da-f-]{36})?(?:@(?<seconds>\d{1,6}))?$/;

interface Document {
  id: string;
  title: string;
  text: string;
  url: string;
  metadata: Record<string, string | number | null>;
}

export function documentTools(api: ReaderApi): Tool<z.ZodObject>[] {
  const urlOf = (path: string) => `${api.origin}${path}`;
  const transcriptOf = (episodeId: string) =>
    api.get<TranscriptReply>(`/api/podcasts/episodes/${episodeId}/transcript`);

  const readers: Record<
    string,
    (id: string, seconds: number | null) => Promise<Omit<Document, 'id'>>
  > = {
    async transcript(id, seconds) {
      const { title, lines } = await transcriptOf(id);
      const around =
        seconds === null
          ? lines
          : between(lines, seconds - AROUND_SECONDS, seconds + AROUND_SECONDS);
      const { text } = cut(around);
      const at = seconds ?? 0;
      return {
        title,
        text,
        url: urlOf(placePath(id, at)),
        metadata: { kind: 'transcript', seconds },
      };
    },
    async episode(id) {
      const page = await api.get<EpisodePage>(`/api/podcasts/episodes/${id}`);
      const chapters = page.chapters
        .filter(({ isListed }) => isListed)
        .map(({ start, title }) => `${start} s: ${title}`);
      const text = [htmlToText(page.notes), ...chapters].join('\n');
      return {
        title: page.title,
        text: text.slice(0, MOST_CHARS),
        url: urlOf(placePath(id, 0)),
        metadata: { kind: 'episode', podcast: page.podcastTitle, publishedAt: page.publishedAt },
      };
    },
    async insight(id) {
      const saved = await api.get<SavedInsight>(`/api/user/insights/${id}`);
      const notes = saved.userNotes === null ? '' : `\n\nNotes: ${saved.userNotes}`;
      return {
        title: saved.episodeTitle,
        text: `${htmlToText(saved.insight)}${notes}`.slice(0, MOST_CHARS),
        url: urlOf('/library'),
        metadata: { kind: 'insight', savedAt: saved.generatedAt, tags: saved.tags.join(', ') },
      };
    },
    async chat(id) {
      const chat = await api.get<ChatHistorySession>(`/api/user/chat-sessions/${id}`);
      const said = chat.followUps.map(
        ({ question, answer }) => `Question: ${question}\nAnswer: ${answer}`,
      );
      return {
        title: chat.episodeTitle ?? ALL_PODCASTS,
        text: [chat.initialInsight, ...said].filter(Boolean).join('\n\n').slice(0, MOST_CHARS),
        url: urlOf('/library'),
        metadata: { kind: 'chat', startedAt: chat.createdAt },
      };
    },
    async text() {
      const { content, updatedAt } = await api.get<Content>('/api/content');
      return {
        title: EDITOR,
        text: htmlToText(content).slice(0, MOST_CHARS),
        url: urlOf('/editor'),
        metadata: { kind: 'text', updatedAt },
      };
    },
  };

  return [
    makeTool({
      name: 'search',
      title: 'Search',
      description: `Finds sentences in the reader's transcripts, episodes, saved insights, notes and conversations. Returns ids for "fetch".`,
      input: z.object({
        query: z.string().min(1).max(2_000).describe('Words, or "quoted phrases"'),
        kind: z.enum(SEARCH_KINDS).optional().describe('Only results of this kind'),
      }),
      isReadOnly: true,
      async run({ query, kind }) {
        const params = new URLSearchParams({ q: query, ...(kind ? { kind } : {}) });
        const reply = await api.get<SearchReply>(`/api/search?${params}`);
        return {
          results: reply.results.map((result) => ({
            id: documentId(result),
            title: titleOf(result),
            url: urlOf(addressOf(result)),
            text: result.snippet,
            kind: result.kind,
            speaker: result.speaker,
            seconds: result.seconds,
            publishedAt: result.publishedAt,
          })),
          didYouMean: reply.didYouMean,
        };
      },
    }),
    makeTool({
      name: 'fetch',
      title: 'Fetch',
      description:
        'Reads a document found by "search"; for a transcript, the minutes around the match.',
      input: z.object({ id: z.string().max(100).describe('The id of a search result') }),
      isReadOnly: true,
      async run({ id }) {
        const parts = DOCUMENT_ID.exec(id)?.groups;
        const read = readers[parts?.kind ?? ''];
        if (!read || !parts) throw new ApiRefusal('There is no document with this id.');
        const seconds = parts.seconds === undefined ? null : Number(parts.seconds);
        return { id, ...(await read(parts.id ?? '', seconds)) };
      },
    }),
    makeTool({
      name: 'list_episodes',
      title: 'List episodes',
      description: 'The recent episodes of the podcasts that the reader follows.',
      input: z.object({}),
      isReadOnly: true,
      async run() {
        const podcasts = await api.get<EpisodesByPodcast>('/api/podcasts/recent-episodes');
        return {
          episodes: Object.entries(podcasts).flatMap(([podcast, episodes]) =>
            episodes.map(({ id, title, publishedAt, durationSeconds, transcriptUnavailable }) => ({
              id,
              podcast,
              title,
              publishedAt,
              durationSeconds,
              transcriptUnavailable,
              url: urlOf(placePath(id, 0)),
            })),
          ),
        };
      },
    }),
    makeTool({
      name: 'get_transcript',
      title: 'Get transcript',
      description: `An episode's transcript with speakers and times in seconds, or a part of it. Long ones continue at "nextStart".`,
      input: z.object({
        episodeId: idSchema,
        start: z.number().min(0).optional().describe('Seconds from the start of the audio'),
        end: z.number().min(0).optional().describe('Seconds from the start of the audio'),
      }),
      isReadOnly: true,
      async run({ episodeId, start, end }) {
        const { title, lines } = await transcriptOf(episodeId);
        const part =
          start === undefined && end === undefined
            ? lines
            : between(lines, start ?? 0, end ?? Infinity);
        const { taken, next } = cut(part);
        return {
          title,
          url: urlOf(placePath(episodeId, start ?? 0)),
          lines: taken,
          nextStart: next?.start ?? null,
          isWhole: next === null,
        };
      },
    }),
  ];
}

function documentId({ kind, episodeId, seconds, insightId, sessionId }: SearchResult): string {
  if (insightId !== undefined) return `insight:${insightId}`;
  if (sessionId !== undefined) return `chat:${sessionId}`;
  if (episodeId === null) return 'text:';
  if (kind === 'episode') return `episode:${episodeId}`;
  return `transcript:${episodeId}${seconds === null ? '' : `@${Math.floor(seconds)}`}`;
}

function titleOf({ kind, podcastTitle, episodeTitle }: SearchResult): string {
  const title = [podcastTitle, episodeTitle].filter(Boolean).join(': ');
  return title || (kind === 'chat' ? ALL_PODCASTS : EDITOR);
}

function addressOf({ kind, episodeId, seconds, paragraph }: SearchResult): string {
  if (episodeId === null) return kind === 'chat' ? '/library' : '/editor';
  if (kind === 'insight' || kind === 'note' || kind === 'chat') return '/library';
  return placePath(episodeId, paragraph ?? Math.floor(seconds ?? 0));
}

/** The lines said between two seconds; all lines of a transcript without times. */
function between(lines: TranscriptLine[], start: number, end: number): TranscriptLine[] {
  if (!lines.some((line) => line.start !== null)) return lines;
  return lines.filter(
    (line) => line.start !== null && (line.end ?? line.start) >= start && line.start <= end,
  );
}

/** As many lines as a result may have, the first that it doesn't have, and their text. */
function cut(lines: TranscriptLine[]) {
  let chars = 0;
  const end = lines.findIndex(({ text }) => {
    chars += text.length;
    return chars > MOST_CHARS;
  });
  // One line that is too long alone is cut instead.
  const taken = (end < 0 ? lines : lines.slice(0, Math.max(1, end))).map((line) => ({
    ...line,
    text: line.text.slice(0, MOST_CHARS),
  }));
  const text = taken
    .map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`))
    .join('\n');
  return { taken, next: lines[taken.length] ?? null, text };
}
