/** One entry of a digest for each episode: two of its sentences, and the word that names it. */
import type { AssistantEpisode, DigestEntry } from '../assistant.ts';
import { sentencesOfText } from '../retrieval/sentences.ts';
import { phrasesOf } from '../retrieval/topics.ts';
import { indexOf } from '../retrieval/transcript-index.ts';
import { stemOf, topicStems, wordsOf } from '../retrieval/words.ts';
import { aboutOf, gistOf } from './overview.ts';
import { cited, escapeMarkdown, named, quoted } from './quote.ts';

/** Candidate words for the theme of an episode, the most telling first. */
const CANDIDATES = 12;

export function digestEntries(episodes: AssistantEpisode[]): DigestEntry[] {
  const themes = themesOf(episodes);
  return episodes.map((episode, at) => ({
    episodeId: episode.id,
    summary: summaryOf(episode),
    theme: themes[at] ?? episode.podcastTitle,
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

/** A theme for each: a word it shares with another episode where there is one, else its own. */
function themesOf(episodes: AssistantEpisode[]): string[] {
  const candidates = episodes.map(candidatesOf);
  const shared = new Map<string, number>();
  for (const phrases of candidates) {
    for (const stem of new Set(phrases.map(keyOf))) shared.set(stem, (shared.get(stem) ?? 0) + 1);
  }
  const surface = new Map<string, string>();
  return candidates.map((phrases, at) => {
    const own = phrases[0] ?? episodes[at]?.podcastTitle ?? '';
    const common = phrases
      .filter((phrase) => (shared.get(keyOf(phrase)) ?? 0) > 1)
      .sort((a, b) => (shared.get(keyOf(b)) ?? 0) - (shared.get(keyOf(a)) ?? 0))[0];
    const theme = common ?? own;
    const name = surface.get(keyOf(theme)) ?? theme.charAt(0).toUpperCase() + theme.slice(1);
    surface.set(keyOf(theme), name);
    return name;
  });
}

function candidatesOf(episode: AssistantEpisode): string[] {
  const lines =
    episode.lines.length > 0
      ? episode.lines
      : [
          {
            start: null,
            end: null,
            speaker: null,
            text: `${episode.title}. ${episode.description}`,
          },
        ];
  const index = indexOf(lines);
  const titled = new Set(topicStems(`${episode.title} ${episode.description}`));
  const phrases = phrasesOf(index, 0, index.sentences.length, CANDIDATES);
  // What the title or description says too is likelier what the episode is about.
  const inTitle = (phrase: string) => topicStems(phrase).some((stem) => titled.has(stem));
  return [...phrases.filter(inTitle), ...phrases.filter((phrase) => !inTitle(phrase))].slice(0, 6);
}

function keyOf(phrase: string): string {
  return wordsOf(phrase).map(stemOf).join(' ');
}
