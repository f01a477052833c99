import type { User } from '../../schema/wire/accounts.ts';

/** The environment of our Hono handlers. `user` is set by the middleware that requires one. */
export interface AppEnv {
  Bindings: Env;
  Variables: { user: User };
}
