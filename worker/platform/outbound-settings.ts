import { createHostLimits } from './host-limits.ts';
import {
  fetchOutside,
  type OutboundError,
  type OutboundOptions,
  type OutboundResult,
} from './outbound.ts';
import { settingsOf } from './settings.ts';

/** How the rooms reach outside: the deployment's limits are set, a caller cannot widen them. */
export type FetchOutside = (
  url: string,
  options?: Pick<
    OutboundOptions,
    'method' | 'headers' | 'body' | 'etag' | 'lastModified' | 'maxBytes' | 'onBytes' | 'takesPart'
  >,
) => Promise<OutboundResult>;

/**
 * One for each run of the Worker.
 *
 * @param patienceMs where nobody is waiting for the answers: so long they wait for a turn at a host
 * @param tellsSlow whether the host counts as slow where these answers are
 */
export function fetchOutsideFor(
  env: Env,
  patienceMs: number | null = null,
  tellsSlow = true,
): FetchOutside {
  const settings = settingsOf(env);
  const gate = createHostLimits(env.HOST_LIMITERS, patienceMs, tellsSlow);
  return (url, options = {}) =>
    fetchOutside(url, {
      ...options,
      gate,
      allowLoopback: settings.ALLOW_LOOPBACK,
      firstByteTimeoutMs: settings.OUTBOUND_FIRST_BYTE_MS,
      totalTimeoutMs: settings.OUTBOUND_TOTAL_MS,
      maxBytes: Math.min(options.maxBytes ?? Infinity, settings.OUTBOUND_MAX_BYTES),
    });
}

/** Whether the same request may well work later. */
export function isTemporary(error: OutboundError): boolean {
  if (['timeout', 'network', 'cut', 'paused', 'busy'].includes(error.reason)) return true;
  return error.status !== null && (error.status >= 500 || [408, 425, 429].includes(error.status));
}
