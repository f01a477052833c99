/** Recognises commands about something in an episode: 'Bear case for stablecoins in three bullets'. */
import { LISTENER_PREAMBLE, QUESTION_WORDS } from '../language/english.ts';
import { FORMS } from '../language/request-words.ts';
import { isStopWord, wordsOf } from '../language/words.ts';
import { withoutAudience } from './audience.ts';
import {
  type AnswerForm,
  amountIn,
  asCommand,
  BEGINS_QUESTION,
  framesCommand,
  isFormWord,
  simplified,
  USUAL_COUNT,
} from './request-form.ts';

/** Asks whether something may be so; 'Can you …' is a command. */
const ASKS_IF = /^(?:can|could|will|would|may|might|must|shall)\b(?! you\b)/;
const ITEMS = '(?:bullets?|points|(?:check)?lists?|cheat sheet)';
/** What is written as items. */
const ITEM_FORM = new RegExp(String.raw`\b${ITEMS}\b`, 'i');
/** A question before the form of its answer: 'What went wrong? As a list.' */
const THEN_FORM = new RegExp(String.raw`^(.+?)[?,.;]* (?:as|in) [\w-]+ (?:\w+ )?${ITEMS}\W*$`, 'i');
/** Asks what something is, perhaps in plain words: 'Explain options to me like I'm five'. */
const EXPLAINS =
  /^(?:(?:can|could|would) you )?(?:please )?(?:explain|define)(?: to me)? (?!(?:to|what|how|why|who|when|where|whether|that|this|these|it|your|his|her|their)\b)(.+?)(?: to me\b.*| (?:like|as if) i\b.*| in \w+ (?:terms|words|english)\b.*)?[.!?]*$/i;

/** What comes after it is no form: 'the talk about the report'. */
const BEGINS_SUBJECT = /^(?:about|of|on)$/i;
/** Small words with which a topic may begin: 'each side's argument'. */
const BEGINS_TOPIC = new Set([...QUESTION_WORDS, 'each', 'both', 'either']);

export interface TopicRequest {
  /** What it is about: 'Bear case for stablecoins'. */
  topic: string;
  /** How many items or sentences; null if unspecified. */
  count: number | null;
  form: AnswerForm;
}

/** Separates the topic of a command from its form and audience; null if it has neither. */
export function parseTopicRequest(
  message: string,
  timesSaid: (word: string) => number,
): TopicRequest | null {
  const plain = asCommand(message.trim().replace(LISTENER_PREAMBLE, ''));
  const explained = EXPLAINS.exec(plain)?.[1];
  if (explained !== undefined) {
    const being = explained.endsWith('s') ? 'are' : 'is';
    return { topic: `What ${being} ${explained}?`, count: null, form: 'items' };
  }
  const lower = simplified(plain);
  if (BEGINS_QUESTION.test(lower)) {
    const topic = THEN_FORM.exec(plain)?.[1];
    const { count, form } = amountIn(plain);
    return topic === undefined ? null : { topic: `${topic}?`, count: count ?? USUAL_COUNT, form };
  }
  if (ASKS_IF.test(lower)) return null;
  const { rest: told, audience } = withoutAudience(plain, timesSaid);
  const { count, form, rest } = amountIn(told);
  const words = rest.trim().split(/\s+/);
  // 'Write a …', but 'Bear case'.
  const [first = '', second = ''] = wordsOf(words.slice(0, 2).join(' '));
  const isDone = framesCommand(first) && isStopWord(second);
  // 'Write a short note with …'
  const formAt = words.findIndex((word) => FORMS.summary.test(word));
  const leadsToForm = words
    .slice(0, Math.max(0, formAt))
    .every((word) => framesCommand(word.toLowerCase()) && !BEGINS_SUBJECT.test(word));
  // In 'What they do for seniors' and 'each side', the first word belongs to the topic.
  const from = words.findIndex((written, at) =>
    wordsOf(written).some(
      (word) =>
        (!isStopWord(word) || BEGINS_TOPIC.has(word)) &&
        !isFormWord(word) &&
        !(leadsToForm && at < formAt) &&
        !(at === 0 && isDone),
    ),
  );
  const framed = words.slice(0, from);
  if (from < 0 || (count === null && audience === null && !framed.some(isFormWord))) return null;
  const usual = ITEM_FORM.test(framed.join(' ')) ? USUAL_COUNT : null;
  return { topic: words.slice(from).join(' '), count: count ?? usual, form };
}
