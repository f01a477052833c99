/** The API: rules for every request, the rooms' routes by path, and the one onError. */
import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { createOAuthRoutes } from './accounts/oauth-routes.ts';
import { createAccountRoutes } from './accounts/routes.ts';
import { createSessionRoutes } from './accounts/session-routes.ts';
import { tokenRoutes } from './accounts/token-routes.ts';
import { briefPages } from './brief/page-routes.ts';
import { briefRoutes } from './brief/routes.ts';
import { coverRoutes } from './catalogue/cover-routes.ts';
import { catalogueRoutes, subscriptionRoutes } from './catalogue/routes.ts';
import { askRoutes } from './chat/ask-routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { socketRoutes } from './chat/socket-routes.ts';
import { contentRoutes } from './content/routes.ts';
import { digestRoutes } from './digest/routes.ts';
import { pageRoutes } from './episodes/page-routes.ts';
import { episodeRoutes } from './episodes/routes.ts';
import { transcriptRoutes } from './episodes/transcript-routes.ts';
import { generationRoutes, insightRoutes } from './insights/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import { episodeListeningRoutes, listeningRoutes } from './listening/routes.ts';
import { feedRoutes, publicFeedRoutes } from './outgoing-feeds/routes.ts';
import { opmlRoutes } from './own-podcasts/opml-routes.ts';
import { ownPodcastRoutes } from './own-podcasts/routes.ts';
import { PERSONAL_ROOMS } from './personal-rooms.ts';
import { AppError } from './platform/errors.ts';
import type { AppEnv } from './platform/requests/app-env.ts';
import { plainTextErrors, replyToError } from './platform/requests/error-replies.ts';
import { healthRoutes } from './platform/requests/health-routes.ts';
import {
  apiHeaders,
  boundedBodies,
  jsonBodies,
  sameOriginWrites,
} from './platform/requests/request-rules.ts';
import { createMcpRoutes } from './programs/mcp-routes.ts';
import { createOpenApiRoutes } from './programs/openapi-routes.ts';
import { createQuizRoutes } from './quiz/routes.ts';
import { reviewRoutes } from './review/routes.ts';
import { noteWrongAnswers } from './review/wrong-answers.ts';
import { searchRoutes } from './search/routes.ts';
import { sourceRoutes } from './sources/routes.ts';
import { exportRoutes } from './transfers/export/routes.ts';
import { importRoutes } from './transfers/import/routes.ts';
import { insightMarkdownRoutes } from './transfers/insight-markdown-routes.ts';
import { schemaRoutes } from './transfers/schema-routes.ts';

const app = new Hono<AppEnv>();

app.onError(replyToError);
app.notFound((c) => replyToError(new AppError('not_found', 'Not found'), c));

app.use(
  methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) =>
      replyToError(
        new AppError('method_not_allowed', `${c.req.method} is not possible here`, {
          headers: { Allow: methods.join(', ') },
        }),
        c,
      ),
  }),
);
for (const path of ['/api/login', '/api/register', '/api/user/profile']) {
  app.use(path, plainTextErrors);
}
// Before the rules: their links carry tokens, and mail services post forms.
app.route('/api/brief', briefPages);
app.use(apiHeaders, sameOriginWrites, jsonBodies, boundedBodies);

/** All routes of the API. */
const routes = app
  .route('/api', createAccountRoutes(PERSONAL_ROOMS))
  .route('/api/ask', askRoutes)
  .route('/api/auth', createOAuthRoutes(PERSONAL_ROOMS))
  .route('/api/content', contentRoutes)
  .route('/api/digest', digestRoutes)
  .route('/api/feeds', publicFeedRoutes)
  .route('/api/health', healthRoutes)
  .route(
    '/api/openapi.json',
    createOpenApiRoutes(() => app.routes),
  )
  .route('/api/podcasts', episodeRoutes)
  .route('/api/podcasts', transcriptRoutes)
  .route('/api/podcasts', pageRoutes)
  .route('/api/podcasts', catalogueRoutes)
  .route('/api/podcasts', coverRoutes)
  .route('/api/podcasts/episodes', episodeListeningRoutes)
  .route('/api/podcasts/episodes', insightRoutes)
  .route('/api/podcasts/episodes', chatRoutes)
  .route('/api/quiz', createQuizRoutes(noteWrongAnswers))
  .route('/api/schemas', schemaRoutes)
  .route('/api/search', searchRoutes)
  .route('/api/user', createSessionRoutes(PERSONAL_ROOMS))
  .route('/api/user/brief', briefRoutes)
  .route('/api/user/feeds', feedRoutes)
  .route('/api/user/tokens', tokenRoutes)
  .route('/api/user/exports', exportRoutes)
  .route('/api/user/imports', importRoutes)
  .route('/api/user/opml', opmlRoutes)
  .route('/api/user/podcasts', ownPodcastRoutes)
  .route('/api/user/sources', sourceRoutes)
  .route('/api/user', subscriptionRoutes)
  .route('/api/user', libraryRoutes)
  .route('/api/user/insights', insightMarkdownRoutes)
  .route('/api/user', generationRoutes)
  .route('/api/user/reviews', reviewRoutes)
  .route('/api/user', listeningRoutes)
  .route(
    '/mcp',
    createMcpRoutes((request, env, ctx) => app.fetch(request, env, ctx)),
  )
  .route('/ws', socketRoutes);

export type AppType = typeof routes;
export { app };
