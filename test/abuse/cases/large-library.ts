import type { AbuseCase } from '../abuse-case.ts';

const SAVES = 60;
/** Formerly, the list of 60 saves of 100,000 characters had 36 MB. */
const LIST_MAX_BYTES = 200_000;

export default {
  name: 'a library of 6 MB, listed over and over',
  isShort: false,
  async prepare({ register, episodeIds }) {
    const [reader, [episode]] = [await register(), await episodeIds(1)];
    for (let index = 0; index < SAVES; index += 1) {
      const insight = `${index} ${'word '.repeat(19_990)}`;
      await reader.call('POST', '/api/user/insights', { episodeId: episode, insight });
    }
    const list = JSON.stringify(await reader.call('GET', '/api/user/insights'));
    if (list.length > LIST_MAX_BYTES) throw new Error(`the list has ${list.length} characters`);
    return {
      async attack() {
        for (let index = 0; index < 50; index += 1) await reader.call('GET', '/api/user/insights');
      },
    };
  },
} satisfies AbuseCase;
