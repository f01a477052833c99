/** What can be said of an episode from its title and description alone. */
import type { AssistantEpisode } from '../assistant.ts';
import { findSentences } from '../retrieval/find-sentences.ts';
import { readQuestion } from '../retrieval/question.ts';
import { sentencesOfText } from '../retrieval/sentences.ts';
import { buildIndex, type TranscriptIndex } from '../retrieval/transcript-index.ts';
import { NOT_SAID } from './answer.ts';
import { MADE_OF } from './insight.ts';
import type { Intent } from './intent.ts';
import { isSaid } from './pick-sentences.ts';
import { escapeMarkdown } from './quote.ts';

const LIMITED =
  '*This episode has no transcript, so this comes from its title and description only.*';
const MOST_SENTENCES = 4;

/** An answer from the description, which says so. */
export function answerWithoutTranscript(
  episode: AssistantEpisode,
  message: string,
  intent: Intent,
): string {
  const told = sentencesOfText(episode.description);
  if (told.length === 0) {
    return `${LIMITED}\n\nThere is no description either; the title is “${escapeMarkdown(episode.title)}”.`;
  }
  if (intent !== 'question') return `${LIMITED}\n\n${quote(told.slice(0, MOST_SENTENCES))}`;
  const found = inDescription(episode, message);
  return found.length > 0
    ? `${LIMITED}\n\n${quote(found)}`
    : `${LIMITED}\n\nThey don't seem to say. The description begins: ${quote(told.slice(0, 1))}`;
}

/** An insight that is as long as what is known. */
export function insightWithoutTranscript(episode: AssistantEpisode): string {
  const told = sentencesOfText(episode.description).slice(0, MOST_SENTENCES);
  const body =
    told.length > 0
      ? told.map((text) => `- “${escapeMarkdown(text)}”`).join('\n')
      : '- None given.';
  return [
    MADE_OF,
    LIMITED,
    `**${escapeMarkdown(episode.title)}**, from ${escapeMarkdown(episode.podcastTitle)}.`,
    `## What the description says\n\n${body}`,
  ].join('\n\n');
}

/** `answer`, or what the description says where the transcript says nothing. */
export function orDescription(answer: string, episode: AssistantEpisode, message: string): string {
  if (!answer.startsWith(NOT_SAID)) return answer;
  const found = inDescription(episode, message).slice(0, 2);
  return found.length > 0
    ? `The transcript doesn't seem to say, but the episode's description does: ${quote(found)}`
    : answer;
}

function inDescription(episode: AssistantEpisode, message: string): string[] {
  const index = descriptionIndex(episode);
  const question = readQuestion(message, index);
  const found = findSentences(index, question).filter(
    // A description that names a thing does not say what it is.
    (one) => isSaid(question, one) && (question.asks !== 'definition' || one.kind >= 0.5),
  );
  return found
    .slice(0, MOST_SENTENCES)
    .map(({ sentence }) => sentence)
    .sort((a, b) => a - b)
    .flatMap((at) => index.sentences[at]?.text ?? []);
}

function descriptionIndex({ description }: AssistantEpisode): TranscriptIndex {
  const text = description.replace(/\s+/g, ' ').trim();
  return buildIndex(text === '' ? [] : [{ start: null, end: null, speaker: null, text }]);
}

function quote(sentences: string[]): string {
  return `“${escapeMarkdown(sentences.join(' '))}”`;
}
