import type { User } from '../../schema/wire/accounts.ts';

/** What every Hono handler of ours sees. `user` is set by the door that asks for one. */
export interface AppEnv {
  Bindings: Env;
  Variables: { user: User };
}
