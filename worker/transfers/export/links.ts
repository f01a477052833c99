/** Links from exported files back to the product. */
import { PLACE_PATTERN, placeNumber } from '../../../schema/wire/clock.ts';
import type { Thing } from './load-things.ts';

/** A citation, as on screen. Brackets in users' own words are in separate elements. */
export const CITATION = new RegExp(String.raw`\[(${PLACE_PATTERN})\]`, 'g');

function address(origin: string, path: string, search: Record<string, string | number>): string {
  const url = new URL(path, origin);
  for (const [name, value] of Object.entries(search)) url.searchParams.set(name, String(value));
  return url.href;
}

/** An episode, or a place in it. */
export const placeAddress = (origin: string, episodeId: string, seconds: number | null = null) =>
  address(origin, '/podcasts', {
    episode: episodeId,
    ...(seconds === null ? {} : { at: Math.max(0, Math.floor(seconds)) }),
  });

/** The address where the product shows it. */
export function thingAddress(origin: string, thing: Thing): string {
  const { id, episodeId } = thing;
  if (thing.kind === 'moment') return placeAddress(origin, thing.episodeId, thing.start);
  if (thing.kind === 'insight') return address(origin, '/library', { insight: id });
  if (episodeId === null) return address(origin, '/tools', { tool: 'ask', chat: id });
  return address(origin, '/library', { tab: 'history', chat: id, episode: episodeId });
}

/** Resolves a link of one of our texts, which may be a path; null unless it is http, https or mailto. */
export function absoluteAddress(origin: string, href: string): string | null {
  const isComplete = /^(?:https?|mailto):/i.test(href);
  if (!isComplete && !/^\/(?![/\\])/.test(href)) return null;
  const url = URL.parse(href, origin);
  return url !== null && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null;
}

/** Returns the first place that sanitised HTML cites, in seconds; null if there is none. */
export function firstPlaceOf(html: string): number | null {
  const [first] = html.matchAll(CITATION);
  return first?.[1] === undefined ? null : placeNumber(first[1]);
}
