/** One user's conversations, for attacks on their sockets. */
import type { ChatSessionInit } from '../../schema/wire/insights.ts';
import type { ApiReader } from '../support/api-reader.ts';

export const cookieOf = ({ cookies }: ApiReader) =>
  cookies.map((pair) => pair.join('=')).join('; ');

/** Opens a conversation about each episode. Returns the addresses of their sockets. */
export async function openConversations(
  origin: string,
  reader: ApiReader,
  episodes: readonly string[],
): Promise<string[]> {
  const urls: string[] = [];
  for (const episode of episodes) {
    const { data } = await reader.call<ChatSessionInit>(
      'POST',
      `/api/podcasts/episodes/${episode}/insights`,
    );
    urls.push(`${origin}/ws?sessionId=${data.session.id}`);
  }
  return urls;
}
