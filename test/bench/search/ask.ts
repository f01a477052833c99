/**
 * Questions to all podcasts at once: contradictions between episodes, and questions that no episode answers.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { PROJECT_DIR } from '../../../worker/operator/database.ts';
import { readSpokenArticles } from '../assistant/spoken-squad.ts';
import type { SearchProduct, Spoken } from './product.ts';

const DATA = join(PROJECT_DIR, 'test/bench/search/data/contradictions.txt');
/** How many lines of real conversation surround a planted sentence. */
const AROUND = 120;
const QUESTIONS = 100;

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`;

export async function measureAsking(
  product: SearchProduct,
  { lines, random }: { lines: TranscriptLine[]; random: () => number },
): Promise<void> {
  const ask = (userId: string, question: string) =>
    product.ask<string>('answer', { userId, question });

  const pairs = readFileSync(DATA, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()));
  const planted = pairs.map(([question = '', ...sides]) => ({
    question,
    sides,
    episodes: sides.map((side, index) => plantedIn(side, `Speaker ${index}`, lines, random)),
  }));
  const reader = await product.plantPodcast(planted.flatMap(({ episodes }) => episodes));
  let shown = 0;
  for (const { question, sides } of planted) {
    const answer = (await ask(reader, question)).replaceAll('\\', '');
    const isShown = sides.every((side) => answer.includes(side));
    shown += isShown ? 1 : 0;
    if (!isShown) console.log(`  one side only: ${question}`);
  }
  console.log(
    `${planted.length} contradictions between episodes: both sides shown in ${percent(shown, planted.length)}`,
  );

  // Leaves out every other article, so that its questions have no answer. The even questions tune the
  // threshold, the odd ones are held out.
  const articles = readSpokenArticles();
  const known = articles.filter((_, index) => index % 2 === 0);
  const unknown = articles.filter((_, index) => index % 2 === 1);
  const listener = await product.plantPodcast(
    known.map((article) => ({ id: randomUUID(), lines: article.lines })),
  );
  for (const half of [0, 1]) {
    const pick = (of: typeof known) =>
      of
        .flatMap(({ questions }) => questions)
        .filter((_, index) => index % 2 === half)
        .map((question) => ({ question, order: random() }))
        .sort((a, b) => a.order - b.order)
        .slice(0, QUESTIONS);
    const declined = async (of: typeof known) => {
      let count = 0;
      for (const { question } of pick(of)) {
        if ((await ask(listener, question)).startsWith('I found nothing')) count += 1;
      }
      return count;
    };
    const [none, wrongly] = [await declined(unknown), await declined(known)];
    console.log(
      `${half === 0 ? 'tuning' : 'held out'}: of ${QUESTIONS} questions that no episode answers ` +
        `${percent(none, QUESTIONS)} declined; of ${QUESTIONS} that one answers ${percent(wrongly, QUESTIONS)}`,
    );
  }
}

/** Returns a real conversation with an additional sentence in its second half. */
function plantedIn(
  sentence: string,
  speaker: string,
  lines: TranscriptLine[],
  random: () => number,
): Spoken {
  const from = Math.floor(random() * (lines.length - AROUND));
  const talk = lines.slice(from, from + AROUND).map(({ text }) => text);
  const at = Math.floor(AROUND * (0.5 + random() / 3));
  const said = [...talk.slice(0, at), sentence, ...talk.slice(at)];
  return {
    id: randomUUID(),
    lines: said.map((text, number) => ({
      start: number * 5,
      end: number * 5 + 5,
      speaker: number === at ? speaker : 'Somebody',
      text,
    })),
  };
}
