/** Finds what isn't content in a transcript: its adverts and the show's sign-off. */
import { cachedBy } from '../../platform/cached-by.ts';
import {
  OFFERS,
  OPENS_WITH_ADDRESS,
  PITCH,
  SIGNS_OFF,
  SPONSORED_BY,
} from '../language/show-talk.ts';
import { isStopWord, stemOf } from '../language/words.ts';
import type { TranscriptIndex } from './transcript-index.ts';

/** How many sentences an advertisement lasts after a pitch, and after its sponsor is named. */
const PITCH_REACH = { pitch: 10, sponsor: 20 };

/** What comes before a dot in a web address: 'doughly dot com', 'doughly.com'. The lookbehind keeps it linear in long words. */
const ADDRESS = /(?<![\p{L}\p{N}-])([\p{L}\p{N}-]+)(?:\.| dot )\p{L}/gu;

const addressesIn = (text: string): string[] =>
  [...text.matchAll(ADDRESS)].map(([, name = '']) => name.toLowerCase());

/** Whether a sentence names a sponsor, whose web address may be written in lower case. */
function namesOne(sponsors: readonly string[], text: string): boolean {
  const addresses = addressesIn(text);
  return sponsors.some(
    (sponsor) =>
      text.includes(sponsor) || addresses.some((name) => name.includes(sponsor.toLowerCase())),
  );
}

/** No sponsor is named more often. */
const MAX_MENTIONS = 30;

/**
 * For each sentence with the web address of a sponsor, the first one shortly before it that names the sponsor. A sponsor
 * is named nowhere but near its addresses; what an episode speaks of is.
 */
const firstMentions = cachedBy((index: TranscriptIndex): ReadonlyMap<number, number> => {
  const addresses = new Map<string, number[]>();
  for (const { index: at, text } of index.sentences) {
    for (const name of new Set(addressesIn(text))) {
      const known = addresses.get(name);
      if (known) known.push(at);
      else addresses.set(name, [at]);
    }
  }
  const first = new Map<number, number>();
  for (const [name, places] of addresses) {
    const mentions = index.postings.get(stemOf(name)) ?? [];
    if (mentions.length + places.length > MAX_MENTIONS) continue;
    const isNear = (one: number) => (at: number) => Math.abs(at - one) <= PITCH_REACH.pitch;
    if (!mentions.every((one) => places.some(isNear(one)))) continue;
    for (const at of places) {
      const before = mentions.find((one) => one <= at && isNear(at)(one));
      if (before !== undefined) first.set(at, before);
    }
  }
  return first;
});

/**
 * Returns the sentences of advertisements: pitches, what is between two, what names the sponsor or makes an offer next,
 * and what names it before its address: 'Doughly sends you flour. My mother uses it. Doughly dot com.'
 */
export const advertSentences = cachedBy((index: TranscriptIndex): ReadonlySet<number> => {
  const mentioned = firstMentions(index);
  const all = new Set<number>();
  let last = Number.NEGATIVE_INFINITY;
  let reach = 0;
  let sponsors: string[] = [];
  for (const { index: at, text } of index.sentences) {
    const isNear = at - last <= reach;
    const isPitch = PITCH.test(text) || (mentioned.has(at) && OPENS_WITH_ADDRESS.test(text));
    const namesSponsor =
      isNear && sponsors.length > 0 && (namesOne(sponsors, text) || OFFERS.test(text));
    if (!isPitch && !namesSponsor) continue;
    for (let by = isNear ? last : (mentioned.get(at) ?? at); by <= at; by++) all.add(by);
    if (!isPitch) continue;
    last = at;
    const named = SPONSORED_BY.exec(text)?.[1]
      ?.match(/\p{Lu}[\p{L}\p{N}'’-]+/gu)
      ?.filter((name) => !isStopWord(name.toLowerCase()));
    reach = named ? PITCH_REACH.sponsor : PITCH_REACH.pitch;
    sponsors = named ?? sponsors;
  }
  return all;
});

/** Where a sign-off may begin: in the last sentences, or the last tenth of a shorter episode. */
const CLOSING = { sentences: 15, share: 0.1 };

/** Returns the first sentence of the end: 'Thanks for listening. Now get out there and bake.' */
export const signOffFrom = cachedBy(({ sentences }: TranscriptIndex): number => {
  const length = Math.min(CLOSING.sentences, Math.floor(CLOSING.share * sentences.length));
  const last = sentences.slice(sentences.length - length);
  return last.find(({ text }) => SIGNS_OFF.test(text))?.index ?? sentences.length;
});
