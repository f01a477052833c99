/** Episodes and things as a plan names them. */
import { renderInsight } from '../../../worker/library/render-insight.ts';
import type {
  ConversationThing,
  InsightThing,
  MomentThing,
  Thing,
} from '../../../worker/transfers/export/load-things.ts';
import type { ExportedEpisode } from '../../../worker/transfers/export/plan-export.ts';

export const ORIGIN = 'https://dripcast.test';
export const EPISODE_ID = '0b0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c11';

export const anEpisode = (fields: Partial<ExportedEpisode> = {}): ExportedEpisode => ({
  id: EPISODE_ID,
  title: 'Raising prices',
  podcastId: '5d3c0b52-1111-4c2a-9d3e-6c1f0a4b7c12',
  podcastTitle: 'Talk of Work',
  author: null,
  category: 'HR',
  publishedAt: new Date('2026-10-05T08:00:00Z'),
  link: 'https://show.test/1',
  audioUrl: 'https://show.test/1.mp3',
  isSource: false,
  ...fields,
});

export const anInsight = (markdown: string, fields: Partial<InsightThing> = {}): InsightThing => ({
  kind: 'insight',
  id: '7a0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c13',
  episodeId: EPISODE_ID,
  html: renderInsight(markdown),
  notes: null,
  tags: [],
  at: new Date('2026-11-02T10:00:00Z'),
  ...fields,
});

export const aMoment = (text: string, fields: Partial<MomentThing> = {}): MomentThing => ({
  kind: 'moment',
  id: '8b0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c15',
  episodeId: EPISODE_ID,
  start: 754.6,
  text,
  speaker: 'Ada',
  note: '',
  at: new Date('2026-11-04T10:00:00Z'),
  ...fields,
});

export const aConversation = (
  exchanges: [question: string, answer: string][],
  fields: Partial<ConversationThing> = {},
): ConversationThing => ({
  kind: 'conversation',
  id: '9c0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c14',
  episodeId: EPISODE_ID,
  at: new Date('2026-11-03T10:00:00Z'),
  exchanges: exchanges.map(([question, answer], index) => ({
    id: crypto.randomUUID(),
    question,
    answer,
    at: new Date(Date.UTC(2026, 10, 3, 10, index)),
  })),
  ...fields,
});

export async function textOf(pieces: AsyncIterable<string> | Iterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

export async function* each(...things: Thing[]): AsyncGenerator<Thing> {
  yield* things;
}
