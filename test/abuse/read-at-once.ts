/** Sends many concurrent requests by one user to an expensive address. */
import type { ApiReader } from '../support/api-reader.ts';
import { cookieOf } from './conversations.ts';

const AT_ONCE = 20;
const TIMES = 4;

/**
 * Each request must be answered, or refused with a 429.
 *
 * @param pathOf returns a request's path, by its number
 * @returns how many were answered
 */
export async function readAtOnce(
  origin: string,
  reader: ApiReader,
  pathOf: (index: number) => string,
): Promise<number> {
  let answered = 0;
  const read = async (index: number) => {
    const reply = await fetch(`${origin}${pathOf(index)}`, {
      // The next round comes so late that the server may just be closing an idle connection.
      headers: { Cookie: cookieOf(reader), Connection: 'close' },
    });
    const said = await reply.text();
    if (reply.status !== 200 && reply.status !== 429) {
      throw new Error(`${pathOf(index)} answered ${reply.status}: ${said.slice(0, 200)}`);
    }
    if (reply.status === 200) answered += 1;
  };
  for (let time = 0; time < TIMES; time += 1) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => read(time * AT_ONCE + index)));
  }
  if (answered === 0) throw new Error('nothing was answered');
  return answered;
}
