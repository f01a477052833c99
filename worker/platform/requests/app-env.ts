import type { User } from '../../../schema/wire/accounts.ts';
import type { AppError } from '../errors.ts';

/** The environment of our Hono handlers. The variables are set by the middleware that requires a user. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    user: User;
    /** Why the same request would be refused now; null if it wouldn't. */
    refusalNow: () => Promise<AppError | null>;
  };
}
