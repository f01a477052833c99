import { ReaderError } from '../../api/client.ts';

/** How long a worker may be silent. */
const MAX_WAIT_MS = 60_000;

/**
 * Gives a worker its one task, and ends the worker with the task: when it is done, aborted or stuck.
 *
 * @param task.take returns the result if the reply is one; undefined to wait for another reply. If it throws,
 * the task ends
 * @throws ReaderError if the worker fails or is silent for too long; the signal's reason if it is aborted
 */
export async function workerResult<Reply, Result extends object>(
  worker: Worker,
  task: {
    message: unknown;
    transfer?: Transferable[];
    take: (reply: Reply) => Result | undefined;
    signal: AbortSignal;
    /** What to say if the worker doesn't load, or breaks. */
    broken: string;
    tooSlow: string;
  },
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => reject(new ReaderError(task.tooSlow)), MAX_WAIT_MS);
  };
  try {
    task.signal.throwIfAborted();
    task.signal.addEventListener('abort', () => reject(task.signal.reason), { once: true });
    worker.addEventListener('error', () => reject(new ReaderError(task.broken)));
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      wait();
      try {
        const result = task.take(data);
        if (result !== undefined) resolve(result);
      } catch (error) {
        reject(error);
      }
    });
    wait();
    worker.postMessage(task.message, task.transfer ?? []);
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
