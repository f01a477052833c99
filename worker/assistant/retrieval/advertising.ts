/** Which sentences of an episode are advertising: what sponsors pay for is none of its matter. */
import type { TranscriptIndex } from './transcript-index.ts';

const PITCHES =
  /\b(?:sponsor\w*|brought to you by|supported by|partners? (?:over )?at|promo code|in (?:free )?credits?\b|favou?rite (?:podcast(?:s| app| player)?|podcatcher)|coupon|discount code|\d+ ?(?:%|percent) off|free (?:trial|tier|account)|sign(?:ing)? up (?:at|for|today)|check (?:it|them|us|this|that) out at|visit \S+(?: slash| dot|\.)|(?:dot|\.) ?(?:com|io|dev|fm|org|ai)\b ?(?:slash|forward|\/)|slash (?:podcast|talkpython|changelog)|learn more at|get started (?:at|today|for free)|use (?:the )?code \p{Lu})/iu;
/** One that stands alone may only speak of sponsors. */
const SURE_PITCH = /\b(?:brought to you by|(?:has been|is|are) sponsored by)\b/i;
/** Sentences on each side of a pitch that may belong to it. */
const NEAR = 6;
/** A pitch has another within so many sentences, at its beginning or its end. */
const FAR = 15;
/** A name said in so large a share near pitches is what is sold. */
const SOLD = 0.7;
/** A pitch goes on over as many sentences that do not say so. */
const GAP = 3;
const NAME = /(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}\p{N}]+/gu;

const known = new WeakMap<TranscriptIndex, ReadonlySet<number>>();

/** The places of the sentences that advertise. */
export function advertised(index: TranscriptIndex): ReadonlySet<number> {
  const found = known.get(index) ?? findAdvertised(index);
  known.set(index, found);
  return found;
}

function findAdvertised({ sentences, speakers }: TranscriptIndex): ReadonlySet<number> {
  const maybe = sentences.filter(({ text }) => PITCHES.test(text)).map((one) => one.index);
  const isLone = (at: number) => maybe.every((by) => by === at || Math.abs(by - at) > FAR);
  const pitches = new Set(
    maybe.filter((at) => !isLone(at) || SURE_PITCH.test(sentences[at]?.text ?? '')),
  );
  if (pitches.size === 0) return pitches;
  const near = new Set<number>();
  for (const at of pitches) for (let by = at - NEAR; by <= at + NEAR; by++) near.add(by);
  const said = new Map<string, { near: number; all: number }>();
  for (const { index: at, text } of sentences) {
    for (const name of new Set(text.match(NAME))) {
      const counts = said.get(name) ?? { near: 0, all: 0 };
      counts.all++;
      if (near.has(at)) counts.near++;
      said.set(name, counts);
    }
  }
  const sold = new Set(
    [...said]
      .filter(
        ([name, { near: by, all }]) => by >= 2 && by >= all * SOLD && !isSpeaker(name, speakers),
      )
      .map(([name]) => name),
  );
  const places = sentences
    .filter(({ index: at, text }) => {
      return pitches.has(at) || (near.has(at) && text.match(NAME)?.some((name) => sold.has(name)));
    })
    .map(({ index: at }) => at);
  const all = new Set(places);
  places.forEach((at, place) => {
    const next = places[place + 1];
    if (next !== undefined && next - at <= GAP + 1) for (let by = at; by < next; by++) all.add(by);
  });
  return all;
}

function isSpeaker(name: string, speakers: string[]): boolean {
  return speakers.some((speaker) => speaker.includes(name));
}
