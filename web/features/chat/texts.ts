/** The chat's own messages. */
import { GREETING, GREETING_ALL, GREETING_SOURCE } from '../../../schema/wire/chat-texts.ts';

const AWAITING_ANSWER = 'Analyzing transcript and preparing response...';
/** What a conversation says before the server does. */
export interface Voice {
  greeting: string;
  awaiting: string;
}
export const EPISODE_VOICE: Voice = { greeting: GREETING, awaiting: AWAITING_ANSWER };
export const SOURCE_VOICE: Voice = {
  greeting: GREETING_SOURCE,
  awaiting: 'Reading your source and preparing a response...',
};
export const ALL_VOICE: Voice = {
  greeting: GREETING_ALL,
  awaiting: 'Looking through your podcasts...',
};
export const INSIGHT_FAILED = 'Sorry, there was an error generating insights. Please try again.';
export const SETUP_FAILED =
  'Sorry, I encountered an error while setting up the chat. Please try again or contact support.';
export const SETUP_FAILED_ON_SEND =
  'Sorry, there was a problem setting up the chat. Please refresh and try again.';
export const NO_SESSION = 'Failed to initialize chat session';
export const CONNECTION_LOST = 'Connection lost. Reconnecting…';
export const CONVERSATION_GONE =
  'This conversation no longer exists, or it belongs to another account.';
export const QUESTION_LOST =
  'Sorry, there was a problem processing your question: The connection was lost. Please send it again.';
export const NO_TRANSCRIPT =
  "Sorry, I couldn't analyze this podcast because the transcript isn't available. Please try another episode or contact support if you believe this is an error.";

const SHORT_WITHOUT_TRANSCRIPT =
  "This YouTube Short doesn't have a transcript available. I'll try to help with the limited information I have.";
const EPISODE_WITHOUT_TRANSCRIPT =
  "This episode doesn't have a transcript available. The video might not have captions enabled.";
export const TRANSCRIPT_NOT_FETCHED =
  'Unable to fetch transcript. Trying to continue with available information...';

export function noTranscriptNotice(isYoutubeShort: boolean): string {
  return isYoutubeShort ? SHORT_WITHOUT_TRANSCRIPT : EPISODE_WITHOUT_TRANSCRIPT;
}

/** Questions that can be answered from the episode's metadata, without its transcript. */
const ANSWERABLE_WITHOUT_TRANSCRIPT = ['summary', 'tell me about', 'what is this'];

/** Whether a question about an episode without a transcript needs a warning first. */
export function needsTranscript(question: string): boolean {
  const asked = question.toLowerCase();
  return !ANSWERABLE_WITHOUT_TRANSCRIPT.some((phrase) => asked.includes(phrase));
}
