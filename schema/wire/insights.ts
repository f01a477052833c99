export type { ChatSessionInit, InsightReply } from './replies/insights.ts';
