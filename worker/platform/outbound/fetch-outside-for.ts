import { settingsOf } from '../settings.ts';
import { fetchOutside, type OutboundOptions, type OutboundResult } from './fetch-outside.ts';
import { createHostLimits, type HostLimitsOptions } from './host-limits.ts';

/** How the rooms fetch from outside. The deployment's limits apply and callers can't raise them. */
export type FetchOutside = (
  url: string,
  options?: Pick<
    OutboundOptions,
    'method' | 'headers' | 'body' | 'etag' | 'lastModified' | 'maxBytes' | 'onBytes' | 'takesPart'
  >,
) => Promise<OutboundResult>;

/** One per invocation. */
export function fetchOutsideFor(env: Env, limits: HostLimitsOptions = {}): FetchOutside {
  const settings = settingsOf(env);
  const hostLimits = createHostLimits(env.HOST_LIMITERS, limits);
  return (url, options = {}) =>
    fetchOutside(url, {
      ...options,
      hostLimits,
      allowLoopback: settings.ALLOW_LOOPBACK,
      firstByteTimeoutMs: settings.OUTBOUND_FIRST_BYTE_MS,
      totalTimeoutMs: settings.OUTBOUND_TOTAL_MS,
      maxBytes: Math.min(options.maxBytes ?? Infinity, settings.OUTBOUND_MAX_BYTES),
    });
}
