import type { SavedInsight } from '../../../schema/wire/library.ts';
import type { AbuseCase } from '../abuse-case.ts';
import { readAtOnce } from '../read-at-once.ts';

const CHARS = 100_000;

/** Formerly, these made another reader wait 3.5 times as long. */
export default {
  name: 'insights of 100,000 characters as Markdown, 20 at once',
  isShort: true,
  async prepare({ origin, register, episodeIds }) {
    const [reader, [episodeId]] = [await register(), await episodeIds(1)];
    const insight = '**a** [b](c) _d_\n\n'.repeat(CHARS).slice(0, CHARS);
    const { id } = await reader.call<SavedInsight>('POST', '/api/user/insights', {
      episodeId,
      insight,
    });
    return { attack: () => readAtOnce(origin, reader, () => `/api/user/insights/${id}/markdown`) };
  },
} satisfies AbuseCase;
