import { withSharedWork } from '../../platform/keyed-lock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import type { Assistant, DigestEntry } from '../assistant.ts';

/** A few hundred bytes each. The readers of one isolate hardly have more episodes in a week. */
const MOST = 1_000;

/**
 * Writes each episode's entry once for all digests of an isolate, because it doesn't depend on the reader. On Monday
 * morning, every subscriber's brief is due.
 *
 * @param writeDigest of an assistant that pays no attention to who reads
 */
export function sharingEntries(writeDigest: Assistant['writeDigest']): Assistant['writeDigest'] {
  const known = new Map<string, DigestEntry[]>();
  return async (episodes, reader, options) => {
    const entries: DigestEntry[] = [];
    // One after the other, because each is analysed.
    for (const episode of episodes) {
      const key = await sha256Hex(JSON.stringify(episode));
      let written = known.get(key);
      if (!written) {
        const { result } = await withSharedWork(`digest entry ${key}`, () =>
          writeDigest([episode], reader, options),
        );
        written = result;
        // Rare and cheap: what is still in use is soon known again.
        if (known.size >= MOST) known.clear();
        known.set(key, written);
      }
      entries.push(...written);
    }
    return { result: entries, isStandIn: false };
  };
}
