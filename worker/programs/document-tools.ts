/** Finding and reading: `search` and `fetch` have the shape that assistants expect of connectors. */
import { z } from 'zod';
import { idSchema } from '../../schema/wire/common.ts';
import { placePath } from '../../schema/wire/digest.ts';
import type { EpisodesByPodcast } from '../../schema/wire/episodes.ts';
import { SEARCH_KINDS, type SearchReply, type SearchResult } from '../../schema/wire/search.ts';
import {
  ALL_PODCASTS,
  between,
  cut,
  EDITOR,
  getTranscript,
  readDocument,
} from './read-document.ts';
import type { ReaderApi } from './reader-api.ts';
import { makeTool, type Tool } from './tool.ts';

export function documentTools(api: ReaderApi): Tool<z.ZodObject>[] {
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
            url: api.urlOf(addressOf(result)),
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
        return { id, ...(await readDocument(api, id)) };
      },
    }),
    makeTool({
      name: 'list_episodes',
      title: 'List episodes',
      description: 'The recent episodes of the podcasts that the reader subscribes to.',
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
              url: api.urlOf(placePath(id, 0)),
            })),
          ),
        };
      },
    }),
    makeTool({
      name: 'get_transcript',
      title: 'Get transcript',
      description: `An episode's transcript with speakers and times in seconds, or a part of it. A long one continues at "nextLine", or by time at "nextStart"; the reader's own texts have no times.`,
      input: z.object({
        episodeId: idSchema,
        start: z.number().min(0).optional().describe('Seconds from the start of the audio'),
        end: z.number().min(0).optional().describe('Seconds from the start of the audio'),
        line: z
          .int()
          .min(0)
          .optional()
          .describe('Leaves out the lines before this one: the "nextLine" of the previous part'),
      }),
      isReadOnly: true,
      async run({ episodeId, start, end, line = 0 }) {
        const { title, lines } = await getTranscript(api, episodeId);
        const remaining = lines.slice(line);
        const part =
          start === undefined && end === undefined
            ? remaining
            : between(remaining, start ?? 0, end ?? Infinity);
        const { taken, next } = cut(part);
        return {
          title,
          url: api.urlOf(placePath(episodeId, start ?? 0)),
          lines: taken,
          nextLine: next === null ? null : lines.indexOf(next),
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
