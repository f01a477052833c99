import type { AbuseCase } from '../abuse-case.ts';
import { cookieOf, openConversations } from '../conversations.ts';
import { floodSocket } from '../flood-socket.ts';

const HANDSHAKES = 200;
/** A conversation has at most 50 sockets. */
const CONVERSATIONS = 5;

/**
 * Formerly, these made another reader wait 8 times as long. Each round has its own user, because handshakes
 * per minute are limited.
 */
export default {
  name: '200 handshakes at once',
  isShort: false,
  async prepare({ origin, register, episodeIds, rounds }) {
    const episodes = await episodeIds(CONVERSATIONS);
    const readers = await Promise.all(
      Array.from({ length: rounds }, async () => {
        const reader = await register();
        const urls = await openConversations(origin, reader, episodes);
        return { Cookie: cookieOf(reader), urls };
      }),
    );
    return {
      async attack(round) {
        const { Cookie = '', urls = [] } = readers[round] ?? {};
        const opened = await Promise.all(
          Array.from({ length: HANDSHAKES }, (_, index) =>
            floodSocket(urls[index % urls.length] ?? '', { Cookie, Origin: origin }, 0),
          ),
        );
        if (opened.every((replies) => replies === null)) throw new Error('none was opened');
      },
    };
  },
} satisfies AbuseCase;
