/** Writes a digest's entries: each episode's gist and theme. */
import type { AssistantEpisode } from '../assistant.ts';
import type { Statement } from '../evidence.ts';
import { sentencesOfText } from '../retrieval/sentences.ts';
import { phrasesOf, titleStems } from '../retrieval/topics.ts';
import { topicStems } from '../retrieval/words.ts';
import { gistOf, statements } from './insight.ts';
import type { Known } from './known.ts';

/** Phrases considered for an episode's theme, most distinctive first. */
const CANDIDATES = 12;

export function digestStatements(known: Known): Statement[] {
  return statements(known, gistOf(known));
}

/** Without a transcript: the description's statements, which have no evidence. */
export function describedStatements({ description, title }: AssistantEpisode): Statement[] {
  const sentences = sentencesOfText(description).slice(0, 2);
  const text =
    sentences.length > 0
      ? `No transcript yet; its description says: ${sentences.join(' ')}`
      : `No transcript and no description yet; its title is “${title}”.`;
  return [{ text, evidence: [] }];
}

/** Returns what the title or description and the talk have in common, preferably two words. */
export function themeOf({ episode, index }: Known): string {
  if (episode.category !== undefined) return episode.category;
  const about = titleStems(episode);
  const phrases = phrasesOf(index, 0, index.sentences.length, CANDIDATES, new Set(), about);
  const inTitle = (phrase: string) => topicStems(phrase).some((stem) => about.has(stem));
  const theme =
    phrases.find((phrase) => inTitle(phrase) && phrase.includes(' ')) ?? phrases.find(inTitle);
  if (theme === undefined) return episode.podcastTitle;
  return theme.charAt(0).toUpperCase() + theme.slice(1);
}
