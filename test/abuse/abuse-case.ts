/**
 * What one person can do to all others: each attack is a case, run against the real product. Beside
 * it another reader keeps reading; how long that takes, compared with a quiet server, is the result.
 */
import type { ApiReader } from '../support/api-reader.ts';
import type { OutsideHosts } from './outside-hosts.ts';

export interface AbuseContext {
  /** Of the product. */
  origin: string;
  /** Somebody new. */
  register: () => Promise<ApiReader>;
  /** The ids of so many episodes of sample podcasts. */
  episodeIds: (count: number) => Promise<string[]>;
  /** Serves a path of a host of the outside world. Returns its URL. */
  serve: OutsideHosts['serve'];
  /** Puts podcasts into the catalogue. Returns their ids, in order. */
  addPodcasts: (podcasts: { feedUrl: string; imageUrl?: string }[]) => Promise<string[]>;
  /** How often at most an attack is run. */
  rounds: number;
  /** The form that `npm test` runs: a smaller attack, looked at for what comes of it. */
  isShort: boolean;
}

/** How the other reader looks, where not as most cases have it. */
export interface Pace {
  /** Between two looks. */
  everyMs: number;
  /** How long a quiet server is looked at before each attack. */
  quietMs: number;
}

export interface AbuseCase {
  /** In a few words, for the table. */
  name: string;
  /** Part of the short form, `npm run test:short-attacks`. */
  isShort: boolean;
  pace?: Pace;
  /** What must be there first; not measured. */
  prepare: (context: AbuseContext) => Promise<{
    /** Run in each round. Fails where what comes of it is more, or other, than it may be. */
    attack: (round: number) => Promise<unknown>;
    /** What the other reader does; where it is not given, looks at the catalogue and the library. */
    read?: () => Promise<unknown>;
  }>;
}
