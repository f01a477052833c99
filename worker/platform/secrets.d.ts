/** Optional secrets, set with `wrangler secret put` or in `.dev.vars`. */
interface __BaseEnv_Env {
  AI_API_KEY?: string;
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  GITHUB_CLIENT_ID?: string;
  GITHUB_CLIENT_SECRET?: string;
  LINKEDIN_CLIENT_ID?: string;
  LINKEDIN_CLIENT_SECRET?: string;
  /** For tests only: replaces the origin of all login services. Ignored in production. */
  OAUTH_ORIGIN?: string;
}
