/**
 * What one person can do to all others: each attack is a case, run against the real product. Beside
 * it another reader keeps reading; how long that takes, compared with a quiet server, is the result.
 */
import type { RequestListener } from 'node:http';
import type { ApiReader } from '../support/api-reader.ts';

export interface AbuseContext {
  /** Of the product. */
  origin: string;
  /** Somebody new. */
  register: () => Promise<ApiReader>;
  /** The id of an episode of a sample podcast. */
  episodeId: () => Promise<string>;
  /** Serves a path of a host of the outside world. Returns its URL. */
  serve: (path: string, listener: RequestListener) => string;
  /** Puts podcasts into the catalogue. Returns their ids, in order. */
  addPodcasts: (podcasts: { feedUrl: string; imageUrl?: string }[]) => Promise<string[]>;
}

export interface AbuseCase {
  /** In a few words, for the table. */
  name: string;
  /** Part of the short form, which `npm test` runs. */
  isShort: boolean;
  /** What must be there first; not measured. Returns the attack, which is run once or again. */
  prepare: (context: AbuseContext) => Promise<{
    attack: () => Promise<unknown>;
    /** What the other reader does; where it is not given, looks at the catalogue and the library. */
    read?: () => Promise<unknown>;
  }>;
}
