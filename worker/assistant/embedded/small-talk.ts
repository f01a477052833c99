/** What to say to what is not about the episode. */
import type { AssistantEpisode } from '../assistant.ts';
import type { Intent } from './intent.ts';
import { escapeMarkdown } from './quote.ts';

/** A reply to a greeting, thanks and the like; null where the episode is meant. */
export function smallTalk(intent: Intent, episode: AssistantEpisode): string | null {
  const title = escapeMarkdown(episode.title);
  switch (intent) {
    case 'greeting':
      return `Hello! Ask me anything about “${title}”: who said what, why, when or how much. I answer with the episode's own sentences.`;
    case 'thanks':
      return "You're welcome. Ask on whenever you like.";
    case 'farewell':
      return 'Goodbye, and good listening.';
    case 'identity':
      return `I am Dripcast's built-in assistant, and I use no AI model: I search “${title}” and quote the sentences that answer you, with their times. Try “What are the key takeaways?”, “What topics are covered?” or a question of your own.`;
    default:
      return null;
  }
}
