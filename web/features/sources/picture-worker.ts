/**
 * The library's own worker. It swallows the failure of a core that can't start, so the page would wait
 * forever; here, its job is rejected instead.
 */
import 'tesseract.js/dist/worker.min.js';

/** The library's id of a job. */
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
