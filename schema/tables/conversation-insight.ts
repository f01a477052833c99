import { and, eq } from 'drizzle-orm';
import { chatSessions } from './chat.ts';
import { generations, insights } from './insights.ts';

/** Joins a conversation with its reader's generation. One about all podcasts has none. */
export const isGenerationOfConversation = and(
  eq(generations.userId, chatSessions.userId),
  eq(generations.episodeId, chatSessions.episodeId),
);

/** Joins that generation with its insight, which readers with the same profile share. */
export const isInsightOfGeneration = eq(insights.id, generations.insightId);
