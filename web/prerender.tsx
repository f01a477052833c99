/** Runs at build time: renders some screens to HTML. */
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';

/** Returns what a visitor of `path` sees before the session is known. */
export async function prerender(path: string): Promise<string> {
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter(queryClient, history);
  // It would render an inline script, which our Content Security Policy forbids.
  router.update({ ...router.options, scrollRestoration: false });
  await router.load();
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
