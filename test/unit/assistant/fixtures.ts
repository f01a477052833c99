/** A short conversation, cut into captions in mid-sentence as captions are. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { AssistantEpisode, Exchange, Reader } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import type { AnswerPart } from '../../../worker/assistant/evidence.ts';
import { answerWriter } from '../../../worker/assistant/markdown.ts';
import {
  readWordVectors,
  type WordVectors,
} from '../../../worker/assistant/retrieval/word-vectors.ts';

const VECTORS = join(import.meta.dirname, '../../../worker/assistant/word-vectors.bin');
let vectors: WordVectors | null = null;

/** The embedded kind with the word vectors that the Worker has in its bundle; in workerd there is no such file. */
export const assistant = createEmbeddedAssistant(async () => {
  vectors ??= readWordVectors(new Uint8Array(readFileSync(VECTORS)).buffer);
  return vectors;
});

export const READER: Reader = { industry: null, role: null, goals: null };

const TALK = `Maya Okafor: Welcome to the workshop. Today we talk about bread, and about what makes a sourdough loaf rise. My guest is Otto Brenner, who has run a bakery in Ghent for nineteen years.
Otto Brenner: Thank you for the invitation, Maya. I started the bakery in 2007 with one oven and a loan of 12,000 euros.
Maya Okafor: What is a starter?
Otto Brenner: A starter is a culture of wild yeast and bacteria that lives in flour and water. It needs feeding every day. A neglected starter turns sour and grey.
Maya Okafor: How many loaves do you bake in a day?
Otto Brenner: About 340 on a weekday, and close to 500 on Saturday. We throw away fewer than four percent of them.
Maya Okafor: Why does a loaf collapse in the oven?
Otto Brenner: Most loaves collapse because the dough has fermented for too long. The gluten becomes weak, and the gas escapes before the crust is firm. I recommend a cooler room and a shorter second rise.
Maya Okafor: Who taught you to bake?
Otto Brenner: Lena Vermeulen taught me, a miller from Antwerp. She believed that flour should be milled within a week of baking. She died in 2015, and her mill still runs.
Maya Okafor: What should a beginner buy first?
Otto Brenner: You should buy a kitchen scale before you buy a fancy oven. A scale costs fifteen euros and removes half of all mistakes. Never measure flour by the cup, because a cup can hold 110 or 160 grams.
Maya Okafor: Let us talk about salt. Some bakers leave it out.
Otto Brenner: Salt slows the yeast and tightens the gluten, so a loaf without salt rises fast and tastes flat. We use two percent of the weight of the flour. In Tuscany bread is baked without salt, and people eat it with salty ham.
Maya Okafor: What was your worst mistake?
Otto Brenner: In my first winter I expanded to a second shop without counting the cash. The second shop lost 900 euros a week, and I closed it after seven months. Growth hides a weak recipe, and then it sends you the bill.`;

/** A short talk about a harbour, which others are added to. */
export const SHIPS = `Ida Holm: The harbour closes when the ice comes, and the crane stands still until the spring.
Per Dahl: We paint the ships in the winter, and repair the sails.`;

/** Captions of eight words, each of three seconds, with speakers. */
export const BREAD_LINES: TranscriptLine[] = captions(TALK);

export const BREAD: AssistantEpisode = {
  id: 'bread',
  title: 'What makes a sourdough loaf rise',
  podcastTitle: 'The Workshop',
  description: 'A baker from Ghent on starters, salt and the price of growing too fast.',
  publishedAt: null,
  lines: BREAD_LINES,
};

export function captions(talk: string): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  for (const turn of talk.split('\n')) {
    const [speaker = '', said = ''] = turn.split(/: (.*)/s);
    const words = said.split(' ');
    for (let index = 0; index < words.length; index += 8) {
      const start = lines.length * 3 + 0.4;
      lines.push({ start, end: start + 3, speaker, text: words.slice(index, index + 8).join(' ') });
    }
  }
  return lines;
}

/** An answer as it is shown, and the pieces in which it comes. */
export async function collect(parts: AsyncIterable<AnswerPart>, lines: TranscriptLine[]) {
  const write = answerWriter(lines);
  const pieces: string[] = [];
  for await (const part of parts) pieces.push(write(part));
  return { text: pieces.join(''), pieces };
}

/** The whole answer to a question about an episode. */
export async function ask(
  question: string,
  episode: AssistantEpisode = BREAD,
  earlier: Exchange[] = [],
  reader: Reader = READER,
): Promise<string> {
  return (await collect(assistant.answer(episode, question, earlier, reader, {}), episode.lines))
    .text;
}

/** An episode of these turns, as captions of eight words. */
export function spoken(talk: string, about: Partial<AssistantEpisode> = {}): AssistantEpisode {
  return {
    ...BREAD,
    id: 'spoken',
    title: 'A talk',
    description: '',
    ...about,
    lines: captions(talk),
  };
}
