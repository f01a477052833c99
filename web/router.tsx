import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { podcastsQuery } from './features/catalogue/podcasts.ts';
import { LandingScreen } from './screens/LandingScreen.tsx';
import { librarySearch, loginSearch, podcastsSearch, toolsSearch } from './screens/search.ts';
import { ScreenError } from './shell/ScreenError.tsx';
import { Shell } from './shell/Shell.tsx';

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
  notFoundComponent: lazyRouteComponent(
    () => import('./screens/NotFoundScreen.tsx'),
    'NotFoundScreen',
  ),
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
  component: lazyRouteComponent(() => import('./screens/Frame.tsx'), 'Frame'),
});

const loginRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('./screens/LoginScreen.tsx'), 'LoginScreen'),
});

const registerRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/register',
  component: lazyRouteComponent(() => import('./screens/RegisterScreen.tsx'), 'RegisterScreen'),
});

const editorRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/editor',
  component: lazyRouteComponent(() => import('./screens/EditorScreen.tsx'), 'EditorScreen'),
});

const profileRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./screens/ProfileScreen.tsx'), 'ProfileScreen'),
});

const podcastsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/podcasts',
  validateSearch: podcastsSearch,
  // Asked for while the screen's code is still on its way; the screen does not wait for it.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(podcastsQuery);
  },
  component: lazyRouteComponent(() => import('./screens/PodcastsScreen.tsx'), 'PodcastsScreen'),
});

const libraryRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/library',
  validateSearch: librarySearch,
  component: lazyRouteComponent(() => import('./screens/LibraryScreen.tsx'), 'LibraryScreen'),
});

const toolsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/tools',
  validateSearch: toolsSearch,
  component: lazyRouteComponent(() => import('./screens/ToolsScreen.tsx'), 'ToolsScreen'),
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
