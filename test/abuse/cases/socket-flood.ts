import type { AbuseCase } from '../abuse-case.ts';
import { prepareFloods } from '../socket-floods.ts';

/** Formerly, 3,000 `{}` on one socket blocked everybody for 42 seconds. */
export default {
  name: 'a socket with 3,000 invalid messages',
  isShort: true,
  prepare: async (context) => ({
    attack: await prepareFloods(context, { conversations: 1, times: 1 }),
  }),
} satisfies AbuseCase;
