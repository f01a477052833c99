/**
 * One user's sockets that send thousands of invalid messages, and reconnect when they are closed.
 */
import type { AbuseContext } from './abuse-case.ts';
import { cookieOf, openConversations } from './conversations.ts';
import { floodSocket } from './flood-socket.ts';

const MESSAGES = 3_000;
/** The most replies before a socket is closed: one refusal per message that is read. */
const MAX_REPLIES = 100;

/**
 * @param conversations how many, each with its own socket
 * @param times how often each socket is opened
 * @returns the attack
 */
export async function prepareFloods(
  { origin, register, episodeIds }: AbuseContext,
  { conversations, times }: { conversations: number; times: number },
): Promise<() => Promise<void>> {
  const [reader, episodes] = [await register(), await episodeIds(conversations)];
  const Cookie = cookieOf(reader);
  const urls = await openConversations(origin, reader, episodes);
  return async () => {
    const attacks = urls.map(async (url) => {
      for (let time = 0; time < times; time += 1) {
        const replies = await floodSocket(url, { Cookie, Origin: origin }, MESSAGES);
        if (replies === null) throw new Error('the handshake was refused');
        if (replies > MAX_REPLIES) throw new Error(`a socket got ${replies} replies`);
      }
    });
    await Promise.all(attacks);
  };
}
