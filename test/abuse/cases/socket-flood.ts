import { once } from 'node:events';
import { WS_CLOSE_TOO_MANY } from '../../../schema/wire/chat.ts';
import type { ChatSessionInit } from '../../../schema/wire/insights.ts';
import type { AbuseCase } from '../abuse-case.ts';

const MESSAGES = 3_000;
const SOCKETS = 5;
/** What a socket is told before it is closed: one refusal for each message that is looked at. */
const MOST_REFUSALS = 100;

/** 3,000 `{}` on one socket kept everybody waiting for 42 seconds; here on five at once. */
export default {
  name: 'sockets with 3,000 invalid messages each',
  isShort: true,
  async prepare({ origin, register, episodeId }) {
    const [reader, episode] = [await register(), await episodeId()];
    const { data } = await reader.call<ChatSessionInit>(
      'POST',
      `/api/podcasts/episodes/${episode}/insights`,
    );
    const url = `${origin.replace('http', 'ws')}/ws?sessionId=${data.session.id}`;
    const Cookie = reader.cookies.map((pair) => pair.join('=')).join('; ');
    return {
      async attack() {
        const flood = async () => {
          // Node's own takes headers, which its type does not know.
          const options = { headers: { Cookie, Origin: origin } } as unknown as string[];
          const socket = new WebSocket(url, options);
          let told = 0;
          socket.addEventListener('message', () => {
            told += 1;
          });
          await once(socket, 'open');
          const closed = once(socket, 'close');
          for (let sent = 0; sent < MESSAGES; sent += 1) socket.send('{}');
          const [{ code }] = await closed;
          if (code !== WS_CLOSE_TOO_MANY) throw new Error(`the socket was closed with ${code}`);
          if (told > MOST_REFUSALS) throw new Error(`the socket was told ${told} things`);
        };
        await Promise.all(Array.from({ length: SOCKETS }, flood));
      },
    };
  },
} satisfies AbuseCase;
