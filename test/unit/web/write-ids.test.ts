/** Writes that are sent again because their reply was lost. */
import { afterEach, expect, test, vi } from 'vitest';
import { withWriteId } from '../../../web/api/write-ids.ts';

afterEach(() => void vi.useRealTimers());

/** The ids that were sent, in their order; the first `lost` of them get no reply. */
async function idsOf(write: string, times: number, lost: number): Promise<string[]> {
  const ids: string[] = [];
  for (let sent = 0; sent < times; sent += 1) {
    await withWriteId(write, async (id) => {
      ids.push(id);
      if (sent < lost) throw new Error('no reply');
    }).catch(() => {});
  }
  return ids;
}

test('what is sent again keeps its id until it succeeds', async () => {
  const [first, second, third, fourth] = await idsOf('a digest', 4, 2);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

test('another thing gets another id', async () => {
  const [first] = await idsOf('a quiz', 1, 1);
  expect(await idsOf('another quiz', 1, 1)).not.toContain(first);
  expect(await idsOf('a quiz', 1, 0)).toEqual([first]);
});

test('what is asked for much later gets another id', async () => {
  vi.useFakeTimers();
  const [first] = await idsOf('a token', 1, 1);
  vi.advanceTimersByTime(20 * 60_000);
  expect(await idsOf('a token', 1, 0)).not.toContain(first);
});
