/** The insight: gist, takeaways, what to do, quotes and topics, all in the episode's own words. */
import type { Reader } from '../assistant.ts';
import { advertised } from '../retrieval/advertising.ts';
import { holds } from '../retrieval/asked-for.ts';
import { relatedTo } from '../retrieval/related-words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { sentenceRarity, type TranscriptIndex } from '../retrieval/transcript-index.ts';
import { topicStems } from '../retrieval/words.ts';
import { isLike, standsAlone, worthOf } from './choose-sentences.ts';
import {
  ASIDE,
  bullet,
  gistOf,
  notableQuotes,
  READABLE,
  takeawaysOf,
  topicBullets,
} from './overview.ts';
import { cited, escapeMarkdown, named, quoted } from './quote.ts';

export const MADE_OF =
  "*Made of the episode's own sentences, picked and put in order without an AI model; what stands in quotation marks is word for word.*";

const TAKEAWAYS = { fewest: 5, most: 8 };
const NOTHING_MORE_SAID = '- The episode says no more than that.';
const RECOMMENDATIONS = 5;
const QUOTES = 4;
/** How much a word of the reader's profile lifts a recommendation. */
const FOR_READER = 0.9;

/** `MADE_OF` and the gist. */
export function gistPart(
  index: TranscriptIndex,
  about: ReadonlySet<string>,
): { text: string; used: Sentence[] } {
  const gist = gistOf(index, about);
  const told = gist.map((sentence, at) => {
    const says = at === 0 ? `${named(sentence.speaker)} says` : goesOn(gist[0], sentence);
    return `${says}: ${quoted([sentence])}${cited(sentence)}`;
  });
  return { text: `${MADE_OF}\n\n${told.join(' ')}`, used: gist };
}

function goesOn(first: Sentence | undefined, second: Sentence): string {
  if (second.speaker === null) return 'And later';
  return first?.speaker === second.speaker
    ? `Later ${named(second.speaker)} adds`
    : `${named(second.speaker)} says`;
}

/** Five to eight takeaways, by the episode's length. */
export function takeawaysPart(
  index: TranscriptIndex,
  about: ReadonlySet<string>,
  gist: Sentence[],
): { text: string; used: Sentence[] } {
  const wanted = Math.round(index.passages.length / 2);
  const count = Math.max(TAKEAWAYS.fewest, Math.min(TAKEAWAYS.most, wanted));
  const taken = new Set(gist.map(({ index: at }) => at));
  const used = takeawaysOf(index, count, about, taken);
  const bullets = used.length > 0 ? used.map(bullet) : [NOTHING_MORE_SAID];
  return { text: `## Key takeaways\n\n${bullets.join('\n')}`, used };
}

/** What the episode recommends, first what touches the reader's role, industry and goals. */
export function recommendationsPart(
  index: TranscriptIndex,
  reader: Reader,
  about: ReadonlySet<string>,
  leaveOut: ReadonlySet<number>,
): string {
  const profile = profileOf(reader);
  const value = worthOf(index, about);
  const most = Math.max(...value, 1e-9);
  const worth = index.sentences.map((sentence, at) => {
    const topical = ASIDE + (value[at] ?? 0) / most;
    return leaveOut.has(at) ? 0 : topical * adviceWorth(index, sentence, at, profile);
  });
  const chosen = byWorth(index, worth, RECOMMENDATIONS);
  const touched = chosen.map((at) => touches(index.stems[at] ?? [], profile));
  const lines = chosen.flatMap((at, place) => {
    const sentence = index.sentences[at];
    if (sentence === undefined) return [];
    const about = touched[place] ? `On *${escapeMarkdown(touched[place])}* · ` : '';
    const who = sentence.speaker === null ? '' : `${named(sentence.speaker)}: `;
    return [`- ${about}${who}${quoted([sentence])}${cited(sentence)}`];
  });
  const body =
    lines.length > 0 ? lines.join('\n') : 'The episode gives no advice in so many words.';
  return `## What to do with it\n\n${leadFor(reader, touched.some(Boolean), lines.length > 0)}${body}`;
}

/** Quotes word for word. */
export function quotesPart(index: TranscriptIndex, leaveOut: ReadonlySet<number>): string {
  const quotes = notableQuotes(index, QUOTES, leaveOut).map(
    (sentence) =>
      `> ${quoted([sentence])}\n>\n> — ${named(sentence.speaker, 'in the episode')}${cited(sentence)}`,
  );
  return `## Notable quotes\n\n${quotes.join('\n\n')}`;
}

export function topicsPart(index: TranscriptIndex, about: ReadonlySet<string>): string {
  const bullets = topicBullets(index, about);
  return `## Topics\n\n${bullets.length > 0 ? bullets.join('\n') : '- The whole episode'}`;
}

interface Profile {
  /** For each stem of the profile, the reader's own word. */
  own: Map<string, string>;
  /** Stems that may stand for those; they lift a sentence less and are not shown. */
  near: Set<string>;
}

function profileOf(reader: Reader): Profile {
  const own = new Map<string, string>();
  for (const told of [reader.goals, reader.role, reader.industry]) {
    for (const word of (told ?? '').split(/[\s,;/]+/)) {
      const [stem] = topicStems(word);
      if (stem !== undefined && !own.has(stem)) own.set(stem, word.replace(/[.!?]+$/, ''));
    }
  }
  return {
    own,
    near: new Set([...own.keys()].flatMap((stem) => relatedTo(stem).map(([other]) => other))),
  };
}

function adviceWorth(
  index: TranscriptIndex,
  sentence: Sentence,
  at: number,
  profile: Profile,
): number {
  const strength = holds('advice', sentence.text);
  const alone = advertised(index).has(at) ? 0 : standsAlone(sentence);
  if (strength < 0.8 || alone < READABLE) return 0;
  let fit = 0;
  for (const stem of new Set(index.stems[at])) {
    if (profile.own.has(stem)) fit += sentenceRarity(index, stem) / 2;
    else if (profile.near.has(stem)) fit += sentenceRarity(index, stem) / 6;
  }
  return alone * strength ** 2 * (1 + FOR_READER * Math.min(fit, 4));
}

function byWorth(index: TranscriptIndex, worth: number[], count: number): number[] {
  const ranked = worth
    .map((value, at) => ({ at, value }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || a.at - b.at);
  const chosen: number[] = [];
  for (const { at } of ranked) {
    if (chosen.length >= count) break;
    const stems = index.stems[at] ?? [];
    if (!chosen.some((other) => isLike(stems, index.stems[other] ?? []))) chosen.push(at);
  }
  return chosen;
}

function touches(stems: string[], profile: Profile): string | undefined {
  for (const stem of stems) {
    const word = profile.own.get(stem);
    if (word !== undefined) return word;
  }
  return undefined;
}

function leadFor(reader: Reader, touched: boolean, any: boolean): string {
  const who = describe(reader);
  if (!any) return '';
  if (who === '') return 'What the episode recommends to anyone:\n\n';
  return touched
    ? `For ${who}, what comes nearest first:\n\n`
    : `For ${who} the episode has nothing in so many words; to anyone it recommends:\n\n`;
}

function describe({ role, industry, goals }: Reader): string {
  const told = (text: string | null) => escapeMarkdown((text ?? '').replace(/\s+/g, ' ').trim());
  const [work, field, aims] = [told(role), told(industry), told(goals).replace(/[.!]+$/, '')];
  const parts = [
    work === '' ? '' : `your work as ${work}`,
    field === '' ? '' : work === '' ? `your work in ${field}` : `in ${field}`,
  ].filter((part) => part !== '');
  const place = parts.join(' ');
  if (aims === '') return place;
  return place === '' ? `your goals (${aims})` : `${place} and your goals (${aims})`;
}

/** The takeaways and gist are not repeated among the quotes. */
export function indexesOf(...lists: Sentence[][]): Set<number> {
  return new Set(lists.flat().map(({ index: at }) => at));
}
