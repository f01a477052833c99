/** Replies to messages that aren't about the episode. */
import { type AssistantEpisode, nounOf } from './assistant.ts';
import type { AnswerPart } from './evidence.ts';
import { anyOf, oneOf } from './language/phrases.ts';
import { wordsOf } from './language/words.ts';
import { escapeText } from './markdown.ts';

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|greetings|yo|good (?:morning|afternoon|evening))(?: (?:there|again|assistant|everyone|dripcast))*(?: how are you(?: doing)?(?: today)?)?$/;
const THANKS = anyOf('')`
  ^(?:(?:ok|okay|great|perfect|cool|nice|awesome|super|wonderful|good|got it|no) )*(?:thanks|thank you|thx|ty|cheers)\b(?!.*\b(?:what|who|when|how|why|where|but)\b)
  ^(?:great|perfect|awesome|cool|nice|ok|okay|got it|makes sense|interesting|good|wow)(?: (?:answer|job|one|work))?$
`;
const FAREWELL = /^(?:bye|goodbye|bye bye|see you|see ya|good night|that's all)\b/;
const IDENTITY = anyOf('')`
  ^(?:who|what) are you$
  \bare you (?:an? )?(?:real )?(?:ai|bot|robot|human|model|person|llm|chatgpt|gpt)\b
  ^(?:what can you do|how do you work|help|what can i ask(?: you)?)$ | ^$
`;

const CANNOT = new RegExp(
  `^(?:(?:can|could|would|will) you |please |pls |now )*${oneOf`
    (?:translate|play|pause|resume|rewind|replay|download|unsubscribe|quiz me|test me|remind me|turn (?:up|down|off)|cancel|delete)\b
    (?:send|email|mail|forward|text) (?:it|this|that) to\b
    (?:find|recommend|suggest|show)(?: me)? (?:similar|other|more) (?:episodes?|podcasts?|shows?)
  `}`,
);

/**
 * Returns a reply to a greeting, thanks and the like; null for anything else.
 *
 * @param episode null in a conversation about all podcasts
 * @param writer who writes the answers to questions
 */
export function smallTalk(
  message: string,
  episode: Pick<AssistantEpisode, 'title' | 'lines'> | null,
  writer: 'embedded' | 'model',
): AnswerPart[] | null {
  const words = (text: string): AnswerPart[] => [{ type: 'text', text }];
  const said = wordsOf(message).join(' ');
  const about = episode === null ? 'your podcasts' : `“${escapeText(episode.title)}”`;
  if (GREETING.test(said)) {
    const whose = episode === null ? "the episodes'" : `the ${nounOf(episode)}'s`;
    const way =
      writer === 'embedded'
        ? `I answer with ${whose} own sentences.`
        : 'Each statement of mine shows where it stands.';
    return words(
      `Hello! Ask me anything about ${about}: who said what, why, when or how much. ${way}`,
    );
  }
  if (THANKS.test(said)) return words("You're welcome. Ask me anything else.");
  if (FAREWELL.test(said)) return words('Goodbye, and good listening.');
  if (CANNOT.test(said)) {
    return words(`I can't do that here. I only answer questions about ${about}.`);
  }
  if (IDENTITY.test(said)) {
    const places = episode && nounOf(episode) === 'source' ? 'paragraphs' : 'times';
    const way =
      writer === 'embedded'
        ? `I am Dripcast's built-in assistant, and I use no AI model: I search ${about} and quote the sentences that answer you, with their ${places}.`
        : `I am Dripcast's assistant. An AI model writes my answers about ${about}; each statement is checked against the words it rests on, and shows their ${places}.`;
    const hint =
      episode === null
        ? 'Ask about a subject, a person or a claim.'
        : 'Try “What are the key takeaways?”, “What topics are covered?” or a question of your own.';
    return words(`${way} ${hint}`);
  }
  return null;
}
