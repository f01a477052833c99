import type { AbuseCase } from '../abuse-case.ts';
import { prepareFloods } from '../socket-floods.ts';

/**
 * Formerly, 15,000 messages made another reader wait 8 to 14 times as long: even those on a closed socket
 * were handed to its conversation.
 */
export default {
  name: 'five sockets with 3,000 invalid messages each, three times',
  isShort: false,
  prepare: async (context) => ({
    attack: await prepareFloods(context, { conversations: 5, times: 3 }),
  }),
} satisfies AbuseCase;
