/** Measures which results and forecasts of earnings calls an insight for finance contains. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { seededChance } from '../../../worker/platform/seeded-random.ts';
import { episodeOf, insightOf, quotationsIn } from './assistant-under-test.ts';

const ANALYST = {
  industry: 'finance',
  role: 'equity analyst',
  goals: 'know the results and the outlook',
};

export interface EarningsCall {
  episode: AssistantEpisode;
  figures: string[];
}

export interface EarningsFigures {
  calls: number;
  figures: number;
  /** The share of the figures that the insight quotes. */
  kept: number;
  /** The same for as many random sentences. */
  random: number;
  /** The share of the call's words that the insight quotes. */
  length: number;
}

const WORDS_PER_SECOND = 2.5;

/**
 * A real call is ten times as long and full of figures that nobody would note. So the sentences of each call
 * are mixed with those of the others that contain none of their marked figures.
 */
export function earningsCalls(): EarningsCall[] {
  const text = readFileSync(join(import.meta.dirname, 'data/earnings-calls.txt'), 'utf8');
  const calls = text.split(/^## /m).slice(1);
  const turns = calls.map((call) =>
    call
      .split('\n')
      .filter((line) => line.includes(' | '))
      .map((line) => line.split(' | ') as [speaker: string, said: string]),
  );
  return calls.map((call, index) => {
    const noise = turns
      .flatMap((theirs, other) => (other === index ? [] : theirs))
      .map(([, said]) => said.split(/(?<=[.?!]) /).filter((one) => !/[{}]/.test(one)))
      .filter((said) => said.length > 0);
    const own = turns[index] ?? [];
    const each = Math.floor(noise.length / Math.max(1, own.length));
    let start = 0;
    const lines = own.flatMap(([speaker, said], turn) =>
      [[said], ...noise.slice(turn * each, (turn + 1) * each)].map((sentences) => {
        const spoken = sentences.join(' ').replace(/[{}]/g, '');
        const from = start;
        start += spoken.split(' ').length / WORDS_PER_SECOND;
        return { start: from, end: start, speaker, text: spoken };
      }),
    );
    const figures = [...call.matchAll(/\{([^}]+)\}/g)].map(([, figure = '']) => figure);
    const title = call.slice(0, call.indexOf('\n')).trim();
    return {
      episode: episodeOf(lines, { id: `call ${index}`, title, podcastTitle: 'Earnings calls' }),
      figures,
    };
  });
}

export async function measureEarnings(): Promise<EarningsFigures> {
  const totals = { calls: 0, figures: 0, kept: 0, random: 0, quoted: 0, words: 0 };
  for (const { episode, figures } of earningsCalls()) {
    const { sentences } = indexOf(episode.lines);
    const said = [...new Set(quotationsIn(await insightOf(episode, ANALYST)))];
    const insight = said.join(' ');
    totals.calls++;
    totals.figures += figures.length;
    totals.kept += figures.filter((figure) => insight.includes(figure)).length;
    totals.quoted += insight.split(' ').length;
    totals.words += sentences.reduce((sum, { words }) => sum + words, 0);
    const ROUNDS = 50;
    const chance = seededChance(episode.title);
    for (let round = 0; round < ROUNDS; round++) {
      let words = 0;
      const taken = chance.shuffle(sentences).filter((sentence) => {
        if (words >= insight.split(' ').length) return false;
        words += sentence.words;
        return true;
      });
      const text = taken.map((sentence) => sentence.text).join(' ');
      totals.random += figures.filter((figure) => text.includes(figure)).length / ROUNDS;
    }
  }
  const share = (count: number, all: number) => (100 * count) / Math.max(1, all);
  return {
    calls: totals.calls,
    figures: totals.figures,
    kept: share(totals.kept, totals.figures),
    random: share(totals.random, totals.figures),
    length: share(totals.quoted, totals.words),
  };
}
