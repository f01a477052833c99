import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { WS_CLOSE_TOO_MANY } from '../../../schema/wire/chat.ts';
import type { ChatSessionInit } from '../../../schema/wire/insights.ts';
import type { AbuseCase } from '../abuse-case.ts';
import type { FloodResult, SocketFlood } from '../flood-socket.ts';

const MESSAGES = 3_000;
/** How many replies a socket gets before it is closed: one refusal per message that is read. */
const MOST_REPLIES = 100;
const FLOOD = join(import.meta.dirname, '../flood-socket.ts');

/** 3,000 `{}` on one socket kept everybody waiting for 42 seconds. */
export default {
  name: 'a socket with 3,000 invalid messages',
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
        const workerData: SocketFlood = {
          url,
          headers: { Cookie, Origin: origin },
          messages: MESSAGES,
        };
        const attacker = new Worker(FLOOD, { workerData });
        const [{ code, replies }] = (await once(attacker, 'message')) as [FloodResult];
        if (code !== WS_CLOSE_TOO_MANY) throw new Error(`the socket was closed with ${code}`);
        if (replies > MOST_REPLIES) throw new Error(`the socket got ${replies} replies`);
      },
    };
  },
} satisfies AbuseCase;
