/** Replies to messages that aren't about the episode. */
import { type AssistantEpisode, nounOf } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { escapeText } from '../markdown.ts';
import { wordsOf } from '../retrieval/words.ts';
import { text } from './statements.ts';

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|greetings|yo|good (?:morning|afternoon|evening))(?: (?:there|again|assistant|everyone|dripcast))*(?: how are you(?: doing)?(?: today)?)?$/;
const THANKS =
  /^(?:(?:ok|okay|great|perfect|cool|nice|awesome|super|wonderful|good|got it|no) )*(?:thanks|thank you|thx|ty|cheers)\b(?!.*\b(?:what|who|when|how|why|where|but)\b)|^(?:great|perfect|awesome|cool|nice|ok|okay|got it|makes sense|interesting|good|wow)(?: (?:answer|job|one|work))?$/;
const FAREWELL = /^(?:bye|goodbye|bye bye|see you|see ya|good night|that's all)\b/;
const IDENTITY =
  /^(?:who|what) are you$|\bare you (?:an? )?(?:real )?(?:ai|bot|robot|human|model|person|llm|chatgpt|gpt)\b|^(?:what can you do|how do you work|help|what can i ask(?: you)?)$|^$/;

/** Returns a reply to a greeting, thanks and the like; null for anything else. */
export function smallTalk(
  message: string,
  episode: Pick<AssistantEpisode, 'title' | 'lines'>,
): AnswerPart[] | null {
  const said = wordsOf(message).join(' ');
  const title = escapeText(episode.title);
  if (GREETING.test(said)) {
    return [
      text(
        `Hello! Ask me anything about “${title}”: who said what, why, when or how much. I answer with the ${nounOf(episode)}'s own sentences.`,
      ),
    ];
  }
  if (THANKS.test(said)) return [text("You're welcome. Ask on whenever you like.")];
  if (FAREWELL.test(said)) return [text('Goodbye, and good listening.')];
  if (IDENTITY.test(said)) {
    return [
      text(
        `I am Dripcast's built-in assistant, and I use no AI model: I search “${title}” and quote the sentences that answer you, with their ${nounOf(episode) === 'source' ? 'paragraphs' : 'times'}. Try “What are the key takeaways?”, “What topics are covered?” or a question of your own.`,
      ),
    ];
  }
  return null;
}
