import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { podcastsQuery } from './features/catalogue/podcasts.ts';
import { subscriptionsQuery } from './features/catalogue/subscriptions.ts';
import { wasSignedIn } from './features/session/user.ts';
import { LandingScreen } from './screens/LandingScreen.tsx';
import {
  findSearch,
  librarySearch,
  loginSearch,
  podcastsSearch,
  registerSearch,
  toolsSearch,
} from './screens/search.ts';
import { ScreenError } from './shell/ScreenError.tsx';
import { Shell } from './shell/Shell.tsx';

/**
 * A screen whose code comes when it is needed. Where it does not come, the router would load the
 * page anew, and offline nothing at all would be left: it does not know this error.
 */
function screen<Module extends Record<Name, RouteComponent>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const loadOrTell = () =>
    load().catch((cause: unknown) => {
      throw new Error('The screen could not be loaded', { cause });
    });
  return lazyRouteComponent(loadOrTell, name);
}

const loadFindLayer = () => import('./screens/FindLayer.tsx');

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => <Shell loadFindLayer={loadFindLayer} />,
  validateSearch: findSearch,
  notFoundComponent: screen(() => import('./screens/NotFoundScreen.tsx'), 'NotFoundScreen'),
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: LandingScreen,
});

/** The frame that Radix's components need. What strangers come to first does without. */
const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: screen(() => import('./screens/Frame.tsx'), 'Frame'),
});

const loginRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/login',
  validateSearch: loginSearch,
  component: screen(() => import('./screens/LoginScreen.tsx'), 'LoginScreen'),
});

const registerRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/register',
  validateSearch: registerSearch,
  component: screen(() => import('./screens/RegisterScreen.tsx'), 'RegisterScreen'),
});

const editorRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/editor',
  component: screen(() => import('./screens/EditorScreen.tsx'), 'EditorScreen'),
});

const profileRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/profile',
  component: screen(() => import('./screens/ProfileScreen.tsx'), 'ProfileScreen'),
});

const podcastsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/podcasts',
  validateSearch: podcastsSearch,
  // Asked for while the screen's code is still on its way; the screen does not wait for it.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(podcastsQuery);
    if (wasSignedIn()) void context.queryClient.prefetchQuery(subscriptionsQuery);
  },
  component: screen(() => import('./screens/PodcastsScreen.tsx'), 'PodcastsScreen'),
});

const libraryRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/library',
  validateSearch: librarySearch,
  component: screen(() => import('./screens/LibraryScreen.tsx'), 'LibraryScreen'),
});

const toolsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/tools',
  validateSearch: toolsSearch,
  component: screen(() => import('./screens/ToolsScreen.tsx'), 'ToolsScreen'),
});

const routeTree = rootRoute.addChildren([
  landingRoute,
  podcastsRoute,
  frameRoute.addChildren([
    loginRoute,
    registerRoute,
    editorRoute,
    profileRoute,
    libraryRoute,
    toolsRoute,
  ]),
]);

/** `history` is the browser's own unless another is given. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { queryClient },
    defaultPreload: 'intent',
    // How fresh data is, is the query client's business.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ScreenError,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
