/**
 * Compares what insights show of a podcast with what readers of its whole transcript found worth showing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { seededChance } from '../../../worker/platform/seeded-random.ts';
import { assistant, NOBODY } from './assistant-under-test.ts';
import { episodeNamed, isNameHeldOut } from './transcripts.ts';

type Mark = 'gist' | 'best' | 'takeaway' | 'action' | 'quotation' | 'junk';

interface Marked {
  mark: Mark;
  /** Lower-case words that only this sentence of the transcript has. */
  words: string;
}

/** Percentages of what is shown, and how much that is. */
export interface InsightFigures {
  episodes: number;
  shares: { name: string; share: number; shown: number }[];
}

const FILE = join(import.meta.dirname, 'data/marked-sentences.txt');
/** What is worth showing as the gist or a takeaway. */
const MATTERS: Mark[] = ['gist', 'best', 'takeaway'];

function marksByName(): Map<string, Marked[]> {
  const all = new Map<string, Marked[]>();
  for (const part of readFileSync(FILE, 'utf8').split('\n## ').slice(1)) {
    const [name = '', ...lines] = part.split('\n');
    const marks = lines.flatMap((line): Marked[] => {
      const [mark, words] = line.split(' | ');
      return words === undefined ? [] : [{ mark: mark as Mark, words: words.toLowerCase() }];
    });
    all.set(name, marks);
  }
  return all;
}

/** Compares insights of one half of the marked podcasts with the marks. */
export async function measureInsights(heldOut: boolean): Promise<InsightFigures> {
  const counts = new Map<string, { right: number; shown: number }>();
  let episodes = 0;
  for (const [name, marks] of marksByName()) {
    const episode = isNameHeldOut(name) === heldOut ? episodeNamed(name) : null;
    if (episode === null) continue;
    episodes++;
    const count = (of: string, shown: string[], accepted: Mark[]) => {
      const words = marks.filter(({ mark }) => accepted.includes(mark));
      const right = shown.filter((said) =>
        words.some((one) => said.toLowerCase().includes(one.words)),
      );
      const sum = counts.get(of) ?? { right: 0, shown: 0 };
      counts.set(of, { right: sum.right + right.length, shown: sum.shown + shown.length });
    };
    const { result } = await assistant.writeInsight(episode, NOBODY, {});
    const said = (statements: typeof result.gist) =>
      statements.flatMap(({ evidence }) => evidence.map(({ quotation }) => quotation));
    const gist = said(result.gist);
    const takeaways = said(result.takeaways);
    const actions = said(result.actions);
    const quotations = result.quotations.map(({ quotation }) => quotation);
    count('gist: matters', gist, MATTERS);
    count('takeaways: matter', takeaways, MATTERS);
    count('takeaways: an editor would choose them', takeaways, ['gist', 'best']);
    count('actions: advice', actions, ['action']);
    count('quotations: worth quoting', quotations, ['quotation', 'best']);
    count('shown at all: junk', [...gist, ...takeaways, ...actions, ...quotations], ['junk']);
    const all = indexOf(episode.lines).sentences.map(({ text }) => text);
    const random = seededChance(name).shuffle(all).slice(0, takeaways.length);
    count('random sentences: matter', random, MATTERS);
  }
  const shares = [...counts].map(([name, { right, shown }]) => ({
    name,
    share: (100 * right) / Math.max(1, shown),
    shown,
  }));
  return { episodes, shares };
}
