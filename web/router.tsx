import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { LandingScreen } from './screens/LandingScreen.tsx';
import {
  findSearch,
  librarySearch,
  loginSearch,
  podcastsSearch,
  registerSearch,
  toolsSearch,
} from './screens/search-params.ts';
import { ScreenError } from './shell/ScreenError.tsx';
import { Shell } from './shell/Shell.tsx';
import { loadModule } from './ui/load-module.ts';

/**
 * Lazy-loads a screen. Errors of the import are wrapped, because the router would reload the page on
 * the original error, which offline leaves nothing at all.
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

const loadSearchDialog = () => loadModule(() => import('./screens/SearchDialog.tsx'));

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => <Shell loadSearchDialog={loadSearchDialog} />,
  validateSearch: findSearch,
  notFoundComponent: screen(() => import('./screens/NotFoundScreen.tsx'), 'NotFoundScreen'),
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: LandingScreen,
});

/** The frame for Radix components. The first screens of anonymous visitors don't need it. */
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
  // Starts loading data along with the screen's code, without waiting for it.
  loader: ({ context }) => {
    import('./screens/preload-catalogue.ts').then(
      ({ preloadCatalogue }) => preloadCatalogue(context.queryClient),
      () => {
        // Then the screen asks itself, or says that it could not be loaded.
      },
    );
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

/** `history` defaults to the browser's. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { queryClient },
    defaultPreload: 'intent',
    // The query client decides how fresh data is.
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
