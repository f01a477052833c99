/**
 * Measures how much one attacker slows down everybody else. Each attack is a case, run against the real
 * product while another reader sends probe requests. The result is how much longer these take than on a quiet
 * server.
 */
import type { ApiReader } from '../support/api-reader.ts';
import type { OutsideHosts } from './outside-hosts.ts';

export interface AbuseContext {
  /** The product's address. */
  origin: string;
  /** Registers a new user. */
  register: () => Promise<ApiReader>;
  /** Returns the ids of this many episodes of the sample podcasts. */
  episodeIds: (count: number) => Promise<string[]>;
  /** Serves a path on a fake outside host. Returns its URL. */
  serve: OutsideHosts['serve'];
  /** Adds podcasts to the catalogue. Returns their ids, in order. */
  addPodcasts: (podcasts: { feedUrl: string; imageUrl?: string }[]) => Promise<string[]>;
  /** The most rounds that an attack may run. */
  rounds: number;
  /** The form that `npm test` runs: a smaller attack, of which only the effects are checked. */
  isShort: boolean;
}

/** The timing of the probes, for cases that need another than most. */
export interface Pace {
  /** Between two probes. */
  everyMs: number;
  /** How long a quiet server is probed before each attack. */
  quietMs: number;
}

export interface AbuseCase {
  /** A few words for the table. */
  name: string;
  /** Part of the short form, `npm run test:short-attacks`. */
  isShort: boolean;
  pace?: Pace;
  /** Sets up what the attack needs; not measured. */
  prepare: (context: AbuseContext) => Promise<{
    /** Runs in each round. Throws if its effects are larger than allowed, or of another kind. */
    attack: (round: number) => Promise<unknown>;
    /** The other reader's probe; by default, it reads the catalogue and the library. */
    read?: () => Promise<unknown>;
  }>;
}
