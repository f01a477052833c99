import type { SavedInsight } from '../../../schema/wire/library.ts';
import type { AbuseCase } from '../abuse-case.ts';

/** Formerly, these 62 kB took 79 seconds and all memory. */
const reopening = (index: number) =>
  `${index}<p>${Array.from({ length: 2_000 }, (_, tag) => `<b i${tag}>`).join('')}${'<p>a'.repeat(8_000)}`;
/** Formerly, these 10 kB became 669 kB. */
const table = (index: number) =>
  `${index}\n\n${'|'.repeat(161)}\n${'|-'.repeat(160)}|\n${'|\n'.repeat(4_700)}`;

/** The length of the other texts. Each differs from the last, so that it is saved anew. */
const CHARS = 100_000;
const repeating = (piece: string) => (index: number) =>
  `${index} ${piece.repeat(Math.ceil(CHARS / piece.length))}`.slice(0, CHARS);
/** Formerly, each of these made another reader wait four to thirteen times as long. */
const SLOW = ['a@b.c ', '\n# a', '_*', 'a\r', '['].map(repeating);

/** How many times as long the saved HTML may be. */
const MAX_TIMES = 4;

export default {
  name: 'saving what is slow to render',
  isShort: true,
  async prepare({ register, episodeIds }) {
    const [reader, [episode]] = [await register(), await episodeIds(1)];
    let saved = 0;
    return {
      async attack() {
        for (const insight of [reopening, table, ...SLOW]) {
          saved += 1;
          const text = insight(saved);
          const { insight: html } = await reader.call<SavedInsight>('POST', '/api/user/insights', {
            episodeId: episode,
            insight: text,
          });
          const times = html.length / text.length;
          if (times > MAX_TIMES) throw new Error(`a text became ${times} times as long`);
        }
      },
    };
  },
} satisfies AbuseCase;
