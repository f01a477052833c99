/**
 * The library's own worker. It drops the failure of a core that cannot start, and the page would wait
 * for good: here its job is rejected instead.
 */
import 'tesseract.js/dist/worker.min.js';

/** As the library numbers what it asks its worker for. */
interface Job {
  workerId: string;
  jobId: string;
  action: string;
}

let job: Job | null = null;

self.addEventListener('message', ({ data }: MessageEvent<Job>) => {
  job = data;
});

self.addEventListener('unhandledrejection', (event) => {
  if (job?.action !== 'load') return;
  event.preventDefault();
  const { workerId, jobId, action } = job;
  self.postMessage({ workerId, jobId, action, status: 'reject', data: String(event.reason) });
});
