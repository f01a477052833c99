/** Asking, saving and reviewing. */
import { z } from 'zod';
import { CHAT_MESSAGE_MAX_CHARS, INSIGHT_MAX_CHARS } from '../../schema/limits.ts';
import type { AskReply, ChatReplyChunk } from '../../schema/wire/chat.ts';
import { idSchema } from '../../schema/wire/common.ts';
import type { SavedInsight, SavedInsightsPage } from '../../schema/wire/library.ts';
import type { DueReviews } from '../../schema/wire/review.ts';
import { htmlToText } from '../platform/plain-text.ts';
import type { ReaderApi } from './reader-api.ts';
import { makeTool, type Tool } from './tool.ts';

export function libraryTools(api: ReaderApi): Tool<z.ZodObject>[] {
  return [
    makeTool({
      name: 'ask',
      title: 'Ask all podcasts',
      description:
        "Answers a question from all of the reader's podcasts, with quotations and times. For a follow-up, pass the conversation of the first answer.",
      input: z.object({
        question: z.string().min(1).max(CHAT_MESSAGE_MAX_CHARS),
        conversationId: idSchema.optional(),
      }),
      isReadOnly: false,
      async run({ question, conversationId }) {
        const sessionId = conversationId ?? (await api.post<AskReply>('/api/ask', {})).session.id;
        const message = { id: crypto.randomUUID(), sessionId, message: question };
        const reply = await api.post<ChatReplyChunk>('/api/ask/chat', message);
        return {
          answer: reply.response,
          conversationId: sessionId,
          remainingQuestions: reply.remainingFollowUps ?? null,
        };
      },
    }),
    makeTool({
      name: 'list_saved',
      title: 'List saved insights',
      description: 'What the reader saved, newest podcasts first. Continues at "nextCursor".',
      input: z.object({ cursor: z.string().max(200).optional() }),
      isReadOnly: true,
      async run({ cursor }) {
        const params = new URLSearchParams(cursor === undefined ? {} : { cursor });
        const page = await api.get<SavedInsightsPage>(`/api/user/insights?${params}`);
        const saved = page.podcastGroups.flatMap(({ podcastTitle, insights }) =>
          insights.map((insight) => ({ podcast: podcastTitle, ...toSaved(insight) })),
        );
        return { saved, nextCursor: page.nextCursor };
      },
    }),
    makeTool({
      name: 'save',
      title: 'Save to the library',
      description: "Saves a text to the reader's library, under an episode.",
      input: z.object({
        episodeId: idSchema,
        text: z.string().min(1).max(INSIGHT_MAX_CHARS).describe('Markdown'),
      }),
      isReadOnly: false,
      async run({ episodeId, text }) {
        return toSaved(
          await api.post<SavedInsight>('/api/user/insights', { episodeId, insight: text }),
        );
      },
    }),
    makeTool({
      name: 'due_reviews',
      title: 'Due reviews',
      description: 'The questions and notes that are due for review today.',
      input: z.object({ timeZone: z.string().max(100).optional().describe('IANA name') }),
      isReadOnly: true,
      async run({ timeZone }) {
        const params = new URLSearchParams(timeZone === undefined ? {} : { timeZone });
        const { items, dueToday, dueLater } = await api.get<DueReviews>(
          `/api/user/reviews/due?${params}`,
        );
        return { items, dueToday, dueLater };
      },
    }),
  ];
}

function toSaved({
  id,
  episodeId,
  episodeTitle,
  insight,
  userNotes,
  tags,
  generatedAt,
}: SavedInsight) {
  const text = htmlToText(insight);
  return {
    id: `insight:${id}`,
    episodeId,
    episode: episodeTitle,
    text,
    notes: userNotes,
    tags,
    savedAt: generatedAt,
  };
}
