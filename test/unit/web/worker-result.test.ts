/** One task for a worker: its result, or why there is none. */
import { describe, expect, test, vi } from 'vitest';
import { ReaderError } from '../../../web/api/client.ts';
import { workerResult } from '../../../web/features/sources/worker-result.ts';

type Reply = { page: number } | { text: string } | { fault: string };

class FakeWorker extends EventTarget {
  postMessage = vi.fn();
  terminate = vi.fn();
  says(data: Reply) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function start() {
  const worker = new FakeWorker();
  const controller = new AbortController();
  const pages: number[] = [];
  const result = workerResult(worker as unknown as Worker, {
    message: 'a file',
    signal: controller.signal,
    take: (reply: Reply) => {
      if ('fault' in reply) throw new ReaderError(reply.fault);
      if ('text' in reply) return reply;
      pages.push(reply.page);
      return undefined;
    },
    broken: 'It did not load.',
    tooSlow: 'It takes too long.',
  });
  // Looked at later.
  result.catch(() => {});
  return { worker, controller, pages, result };
}

describe('the task of a worker', () => {
  test('is done with the reply that is taken for its result', async () => {
    const { worker, pages, result } = start();
    expect(worker.postMessage).toHaveBeenCalledWith('a file', []);
    worker.says({ page: 1 });
    expect(worker.terminate).not.toHaveBeenCalled();
    worker.says({ text: 'Rye sells.' });
    await expect(result).resolves.toEqual({ text: 'Rye sells.' });
    expect(pages).toEqual([1]);
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  test.each<[string, string, (worker: FakeWorker) => void]>([
    ['by a fault', 'Damaged.', (worker) => worker.says({ fault: 'Damaged.' })],
    ['by an error', 'It did not load.', (worker) => worker.dispatchEvent(new Event('error'))],
  ])('is ended %s', async (_, words, happen) => {
    const { worker, result } = start();
    happen(worker);
    await expect(result).rejects.toEqual(new ReaderError(words));
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  test('can be given up', async () => {
    const { worker, controller, result } = start();
    controller.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  test('is ended after a minute of silence', async () => {
    vi.useFakeTimers();
    try {
      const { worker, result } = start();
      await vi.advanceTimersByTimeAsync(59_000);
      worker.says({ page: 1 });
      await vi.advanceTimersByTimeAsync(59_000);
      expect(worker.terminate).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1_000);
      await expect(result).rejects.toThrow('It takes too long.');
      expect(worker.terminate).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
