/** What was said about one topic, in a paragraph: sentences that together cover it. */
import type { Question } from '../retrieval/question.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { coverTopic } from './cover-topic.ts';
import { cited, escapeMarkdown, named } from './quote.ts';

/** A paragraph has no more, however short they are. */
const MOST_SENTENCES = 12;
const FILLERS =
  /\b(?:um|uh|er|erm|mm|hmm|yeah|okay|ok|oh|ah|well|you know|i mean|sort of|kind of|just|actually|right|really)\b(?! (?:to|now|away|about|in|on|at|after|before|of|as|that)\b),?\s*/gi;

const SUMMARY_OF =
  /^(?:please |can you |could you )*(?:summari[sz]e|sum up|recap|outline|give (?:me )?(?:a |an )?(?:short |brief )?(?:summary|overview) (?:of|on))\b/i;

/** True where a digest of one topic is asked for, not a fact. */
export function asksForSummaryOf(text: string): boolean {
  return SUMMARY_OF.test(text.trim());
}

/** A paragraph of about `words` words about the question's topic; '' where there is nothing. */
export function extractFor(index: TranscriptIndex, question: Question, words: number): string {
  const chosen = coverTopic(index, question, { words, sentences: MOST_SENTENCES });
  let before: string | null | undefined;
  const told = chosen.flatMap((at) => {
    const sentence = index.sentences[at];
    if (sentence === undefined) return [];
    const goesOn = sentence.speaker === null || sentence.speaker === before;
    before = sentence.speaker;
    const lead = goesOn ? '' : `${named(sentence.speaker)} says: `;
    return [`${lead}${escapeMarkdown(tidied(sentence.text))}${cited(sentence)}`];
  });
  return told.length === 0 ? '' : `On ${topicOf(question.text)}: ${told.join(' ')}`;
}

/** Speech without its fillers and stumbles; not word for word, so never in quotation marks. */
export function tidied(text: string): string {
  const plain = text
    .replace(FILLERS, '')
    .replace(/\b([\p{L}']+)(?:[ ,]+\1\b)+/giu, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.?!;:])/g, '$1')
    .replace(/^[,.;:\s]+/, '');
  return plain === '' ? text : plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What a question is about, to begin its answer with. */
function topicOf(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.?!]+$/, '');
  const topic = plain
    .replace(SUMMARY_OF, '')
    .replace(
      /^ ?(?:the )?(?:whole |main )?(?:discussion|conversation|debate)s?(?: about| on| of| regarding)\b/i,
      '',
    )
    .trim();
  return SUMMARY_OF.test(plain) && topic !== ''
    ? escapeMarkdown(topic)
    : `“${escapeMarkdown(plain)}”`;
}
