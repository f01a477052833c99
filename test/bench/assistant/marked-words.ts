/** Finds the words that somebody marked in a transcript, and whether an answer quotes them. */

import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { withoutPreamble } from '../../../worker/assistant/language/speech-cues.ts';
import { wordsOf } from '../../../worker/assistant/language/words.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { quotationsIn } from './assistant-under-test.ts';

/** Returns the sentences with the words, which may span two; null if there are none. */
export function sentencesWith({ lines }: AssistantEpisode, words: string): number[] | null {
  const sentences = indexOf(lines).sentences.map(({ text }) => text);
  const wanted = plain(words);
  for (let index = 0; index < sentences.length; index++) {
    if (plain(sentences[index] ?? '').includes(wanted)) return [index];
    const two = plain(`${sentences[index]} ${sentences[index + 1] ?? ''}`);
    if (two.includes(wanted) && !plain(sentences[index + 1] ?? '').includes(wanted)) {
      return [index, index + 1];
    }
  }
  return null;
}

/** Whether an answer, and its first quotation, has one of the sentences, or the one before or after them. */
export function quotes(
  answer: string,
  { lines }: AssistantEpisode,
  marked: number[],
): { any: boolean; first: boolean } {
  const { sentences } = indexOf(lines);
  const quoted = quotationsIn(answer).map(plain);
  const near = [...marked, Math.min(...marked) - 1, Math.max(...marked) + 1];
  // Answers leave out how a sentence begins: 'So', 'I mean'.
  const isIn = (said: string) =>
    near.some((index) => {
      const sentence = plain(withoutPreamble(sentences[index]?.text ?? ''));
      return sentence.length > 8 && said.includes(sentence);
    });
  return { any: isIn(quoted.join(' | ')), first: isIn(quoted[0] ?? '') };
}

const plain = (text: string) => ` ${wordsOf(text).join(' ')} `;
