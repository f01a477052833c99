/** One entry of a digest for each episode: two of its sentences, and what it is about. */
import type { AssistantEpisode, DigestEntry } from '../assistant.ts';
import { sentencesOfText } from '../retrieval/sentences.ts';
import { phrasesOf } from '../retrieval/topics.ts';
import { indexOf } from '../retrieval/transcript-index.ts';
import { topicStems } from '../retrieval/words.ts';
import { aboutOf, gistOf } from './overview.ts';
import { cited, escapeMarkdown, named, quoted } from './quote.ts';

/** Phrases looked at for the theme of an episode, the most telling first. */
const CANDIDATES = 12;

export function digestEntries(episodes: AssistantEpisode[]): DigestEntry[] {
  return episodes.map((episode) => ({
    episodeId: episode.id,
    summary: summaryOf(episode),
    theme: episode.category ?? topicOf(episode),
  }));
}

function summaryOf(episode: AssistantEpisode): string {
  if (episode.lines.length === 0) return fromDescription(episode);
  return gistOf(indexOf(episode.lines), aboutOf(episode))
    .map((sentence) => {
      const speaker = sentence.speaker === null ? '' : `${named(sentence.speaker)}: `;
      return `${speaker}${quoted([sentence])}${cited(sentence)}`;
    })
    .join(' ');
}

function fromDescription(episode: AssistantEpisode): string {
  const told = sentencesOfText(episode.description).slice(0, 2).map(escapeMarkdown);
  return told.length > 0
    ? `No transcript yet; its description says: ${told.join(' ')}`
    : `No transcript and no description yet; its title is “${escapeMarkdown(episode.title)}”.`;
}

/** What the title or description and the talk have in common, two words rather than one. */
function topicOf(episode: AssistantEpisode): string {
  if (episode.lines.length === 0) return episode.podcastTitle;
  const index = indexOf(episode.lines);
  const about = aboutOf(episode);
  const phrases = phrasesOf(index, 0, index.sentences.length, CANDIDATES, new Set(), about);
  const inTitle = (phrase: string) => topicStems(phrase).some((stem) => about.has(stem));
  const isLong = (phrase: string) => phrase.includes(' ');
  const topic =
    phrases.find((phrase) => inTitle(phrase) && isLong(phrase)) ?? phrases.find(inTitle);
  if (topic === undefined) return episode.podcastTitle;
  return topic.charAt(0).toUpperCase() + topic.slice(1);
}
