// Must come first: it sets the order of the cascade layers.
import './ui/theme.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { watchOtherTabs } from './api/reader.ts';
import { onUnauthorized } from './api/unauthorized.ts';
import { checkSession } from './features/session/user.ts';
import { watchForNewVersion } from './new-version.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';

async function start(root: HTMLElement) {
  const queryClient = createQueryClient();
  onUnauthorized(() => checkSession(queryClient));
  watchOtherTabs(() => checkSession(queryClient));
  const router = createAppRouter(queryClient);
  // The prerendered page stays until the real one can replace it in one step.
  await router.load();
  // First, so that what is rendered can take the focus. Nothing is painted in between.
  root.removeAttribute('data-prerendered');
  root.inert = false;
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
watchForNewVersion();
void start(root);
