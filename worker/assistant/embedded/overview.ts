/** Answers that are about the whole episode: its gist, takeaways, topics, speakers and quotes. */
import type { AssistantEpisode } from '../assistant.ts';
import { isAsking, presentsSomebody } from '../retrieval/asked-for.ts';
import { clock } from '../retrieval/citation.ts';
import { hostOf, introductionsOf, presentations } from '../retrieval/introductions.ts';
import { isThing } from '../retrieval/related-words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { findTopics } from '../retrieval/topics.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { topicStems } from '../retrieval/words.ts';
import {
  chooseSpread,
  isLike,
  plainness,
  STUTTERS,
  standsAlone,
  worthOf,
} from './choose-sentences.ts';
import { cited, escapeMarkdown, named, quoted } from './quote.ts';

/** The stems of an episode's title and description. */
export function aboutOf({ title, description }: AssistantEpisode): Set<string> {
  return new Set(topicStems(`${title} ${description}`));
}

const ANNOUNCES =
  /\b(?:our (?:setting|subject|topic|question|guest) today|today's (?:question|subject|topic|guest)|this episode is about|today the (?:subject|question|topic)|in this (?:episode|conversation|show)|today(?: we|'s (?:episode|guest|topic))|on (?:today|this)|we(?:'ll|'re| will| are)(?: going to| gonna)?(?: be)? (?:talk|discuss|explor|cover|look|div)\w*|we discuss|we explore|(?:here|show|join\w*) (?:\w+ ){0,3}to (?:talk|tell|share|discuss)|the question (?:is|today))\b/i;

/** Says what to do with the show, not what is in it. */
const INVITES =
  /\b(?:join|follow|subscribe|listen|sponsor\w*|brought to you|don't have to|you'll meet|pleasure|glad|happy)\b/i;

/** How much each word of the title or description lifts a sentence that is to be the gist. */
const ABOUT_LIFT = 0.45;
const MOST_ABOUT = 4;
// A condition, a case or a sum: true, and not what the episode comes to.
const PARTICULAR =
  /^(?:if|when|in (?:an?|the|my|one|terms)|at|on|to|for|just|don't|think|some(?:body|one)|any(?:body|one)|automatically|obviously|oftentimes|however|and|unless|take|start|measure|paying|before|after|since|one of|let us|imagine)\b|\b(?:it was|he|she|her|him|i|we|my|our)\b/i;
/** A short subject and its verb; what has none of both is hardly a whole thought. */
const SUBJECT =
  /^(?:an? |the )?((?:(?!\b(?:that|who|which|what|when\w*|if|versus|there|we|you|i|it)\b)[^,]){3,60}?) (?:is|are|means?|has|have|can|makes?|lets?|helps?|allows?|provides?|needs?|gives?|takes?) (?!not\b)/i;
/** Below this many topic words an announcement announces nothing. */
const FEWEST_ANNOUNCED = 3;

/** Two sentences with substance that say what the episode is about, in the order said. */
export function gistOf(index: TranscriptIndex, about: ReadonlySet<string>): Sentence[] {
  const worth = worthOf(index, about).map((value, at) =>
    value === 0 ? 0 : value * gistLift(index, at, about) * aloneAt(index, at),
  );
  const opening = Math.max(6, Math.min(40, index.sentences.length * 0.1));
  const announces = index.sentences.map((sentence) => {
    const { text, words, index: at } = sentence;
    const isOne = at <= opening && words >= 7 && ANNOUNCES.test(text);
    if (!isOne || isAsking(text) || presentsSomebody(text) || INVITES.test(text)) return 0;
    if (STUTTERS.test(text)) return 0;
    const named = [...new Set(index.stems[at])].filter(isThing).length;
    return named < FEWEST_ANNOUNCED ? 0 : named * plainness(sentence, 2);
  });
  const announcing = indexOfBest(announces);
  const first = announcing >= 0 ? announcing : indexOfBest(worth);
  const second = indexOfBest(
    worth.map((value, at) =>
      at === first || isLike(index.stems[at] ?? [], index.stems[first] ?? [], GIST_LIKE)
        ? 0
        : value,
    ),
  );
  const chosen = [first, second].filter((at) => at >= 0);
  if (chosen.length < 2) chosen.push(...longest(index, 2, new Set(chosen)));
  return sentencesAt(index, chosen.slice(0, 2));
}

/** Two sentences that share more of their words than this make no gist together. */
const GIST_LIKE = 0.35;

function aloneAt({ sentences }: TranscriptIndex, at: number): number {
  const sentence = sentences[at];
  return sentence === undefined ? 0 : standsAlone(sentence);
}

function gistLift(index: TranscriptIndex, at: number, about: ReadonlySet<string>): number {
  const { text } = index.sentences[at] ?? { text: '' };
  const named = [...new Set(index.stems[at])].filter((stem) => about.has(stem)).length;
  const lift = 1 + ABOUT_LIFT * Math.min(named, MOST_ABOUT);
  const figures = text.match(/\d[\d.,]*/g)?.length ?? 0;
  return (
    lift *
    subjectLift(index, text, about) *
    (PARTICULAR.test(text) ? 0.4 : 1) *
    (figures > 0 ? 0.7 : 1)
  );
}

/** What says what the title's subject is makes a gist; who a guest is does not. */
function subjectLift(index: TranscriptIndex, text: string, about: ReadonlySet<string>): number {
  const subject = SUBJECT.exec(text)?.[1];
  if (subject === undefined) return 0.7;
  if (index.speakers.includes(subject)) return 0.1;
  return topicStems(subject).some((stem) => about.has(stem)) ? 2 : 1.2;
}

/** The takeaways: sentences that stand alone, one of each part of the episode. */
export function takeawaysOf(
  index: TranscriptIndex,
  count: number,
  about: ReadonlySet<string>,
  leaveOut: ReadonlySet<number> = new Set(),
): Sentence[] {
  const chosen = chooseSpread(index, worthOf(index, about), count, leaveOut);
  if (chosen.length < count) {
    const taken = new Set([...chosen, ...leaveOut]);
    chosen.push(...longest(index, count - chosen.length, taken));
  }
  return sentencesAt(index, chosen);
}

const FEWEST_QUOTED = 4;
/** What leans on what was said before it can be neither repeated nor followed. */
export const READABLE = 0.45;
/** What a sentence is worth that has nothing to do with what the episode is about. */
export const ASIDE = 0.3;

/** Sentences people would repeat: personal, pointed, not long, and whole. */
export function notableQuotes(
  index: TranscriptIndex,
  count: number,
  leaveOut: ReadonlySet<number> = new Set(),
): Sentence[] {
  const value = worthOf(index);
  const most = Math.max(...value, 1e-9);
  const worth = index.sentences.map((sentence, at) => {
    const alone = value[at] ? standsAlone(sentence) : 0;
    if (alone < READABLE || sentence.words > 34) return 0;
    // Whose every word is common says nothing worth repeating.
    if (new Set(index.stems[sentence.index]).size < FEWEST_QUOTED) return 0;
    const length = 1 - Math.abs(sentence.words - 17) / 40;
    const sums = (sentence.text.match(/\d[\d.,]*/g)?.length ?? 0) > 1 ? 0.6 : 1;
    const topical = ASIDE + (value[at] ?? 0) / most;
    return (
      topical * alone * length * sums * (1 + 0.35 * (sentence.text.match(POINTED)?.length ?? 0))
    );
  });
  const chosen = chooseSpread(index, worth, count, leaveOut);
  if (chosen.length === 0) chosen.push(...longest(index, count, new Set()));
  return sentencesAt(index, chosen);
}

const POINTED =
  /\b(?:never|always|nobody|everybody|everyone|nothing|every|only|best|worst|wrong|truth|like a|as if|not because|rather than|instead of|more than|less than|love|hate|fear|afraid|life|death|trust|hope|dream|learn(?:ed)?|real(?:ly|ise|ize)|believe|secret|cheap|free|honest)\b|\bis not\b|\bisn't\b|\bno one\b/gi;

/** One bullet: who says it, the words and the time. */
export function bullet(sentence: Sentence): string {
  const speaker = sentence.speaker === null ? '' : `${named(sentence.speaker)}: `;
  return `- ${speaker}${quoted([sentence])}${cited(sentence)}`;
}

/** The topics as bullets with their times. */
export function topicBullets(index: TranscriptIndex, about?: ReadonlySet<string>): string[] {
  return findTopics(index, about).map(({ from, phrases }) => {
    const start = index.sentences[from]?.start;
    const [first = '', ...rest] = phrases.map(escapeMarkdown);
    const name = first.charAt(0).toUpperCase() + first.slice(1);
    return `- ${[name, ...rest].join(', ')}${start == null ? '' : ` ${clock(start)}`}`;
  });
}

/** Who speaks: the words that introduce them, else how much of the talking is theirs. */
export function speakerBullets(index: TranscriptIndex): string[] {
  const words = new Map<string, number>();
  let all = 0;
  for (const sentence of index.sentences) {
    all += sentence.words;
    if (sentence.speaker === null) continue;
    words.set(sentence.speaker, (words.get(sentence.speaker) ?? 0) + sentence.words);
  }
  if (index.speakers.length === 0) return presentations(index).map(bullet);
  const host = hostOf(index);
  const guestsFirst = index.speakers.toSorted((a, b) => Number(a === host) - Number(b === host));
  return guestsFirst.slice(0, 12).map((name) => {
    const introductions = introductionsOf(index, name);
    if (introductions.length > 0) {
      const told = introductions.map((sentence) => `${quoted([sentence])}${cited(sentence)}`);
      return `- **${named(name)}**${name === host ? ', who hosts' : ''}: ${told.join(' ')}`;
    }
    const first = index.sentences.find(({ speaker }) => speaker === name);
    const share = Math.max(1, Math.round(((words.get(name) ?? 0) / Math.max(1, all)) * 100));
    const part = name === host ? ', who hosts,' : '';
    return `- **${named(name)}**${part} with ${share} % of the words; first heard${cited(first) || ' early on'}`;
  });
}

function sentencesAt(index: TranscriptIndex, places: number[]): Sentence[] {
  return [...places].sort((a, b) => a - b).flatMap((at) => index.sentences[at] ?? []);
}

function indexOfBest(values: number[]): number {
  let best = -1;
  values.forEach((value, at) => {
    if (value > (values[best] ?? 0)) best = at;
  });
  return best;
}

/** Where nothing stands alone, the fullest sentences there are. */
function longest(index: TranscriptIndex, count: number, leaveOut: ReadonlySet<number>): number[] {
  return index.sentences
    .filter(({ index: at, words }) => !leaveOut.has(at) && words > 0)
    .sort((a, b) => Math.min(b.words, 30) - Math.min(a.words, 30) || a.index - b.index)
    .slice(0, count)
    .map(({ index: at }) => at);
}
