/** Answers that are about the whole episode: its gist, takeaways, topics, speakers and quotes. */
import type { AssistantEpisode } from '../assistant.ts';
import { isAsking } from '../retrieval/asked-for.ts';
import { clock } from '../retrieval/citation.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { findTopics } from '../retrieval/topics.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { topicStems } from '../retrieval/words.ts';
import { chooseSpread, isLike, standsAlone, worthOf } from './choose-sentences.ts';
import { cited, escapeMarkdown, named, quoted } from './quote.ts';

/** The stems of an episode's title and description. */
export function aboutOf({ title, description }: AssistantEpisode): Set<string> {
  return new Set(topicStems(`${title} ${description}`));
}

const ANNOUNCES =
  /\b(?:our (?:setting|subject|topic|question|guest) today|today's (?:question|subject|topic|guest)|this episode is about|today the (?:subject|question|topic)|in this (?:episode|conversation|show)|today(?: we|'s (?:episode|guest|topic))|on (?:today|this)|we(?:'ll| will|'re going to| are going to) (?:talk|discuss|explore|cover|look|be talking)|(?:talk|talking) about|we discuss|we explore|the question (?:is|today))\b/i;

/** Two sentences that say what the episode is about, in the order said. */
export function gistOf(index: TranscriptIndex, about: ReadonlySet<string>): Sentence[] {
  const worth = worthOf(index, about);
  const opening = Math.max(6, Math.min(40, index.sentences.length * 0.1));
  const announces = index.sentences.findIndex(
    ({ text, words, index: at }) =>
      at <= opening && words >= 7 && !isAsking(text) && ANNOUNCES.test(text),
  );
  const first = announces >= 0 ? announces : indexOfBest(worth);
  const second = indexOfBest(
    worth.map((value, at) =>
      at === first || isLike(index.stems[at] ?? [], index.stems[first] ?? []) ? 0 : value,
    ),
  );
  const chosen = [first, second].filter((at) => at >= 0);
  if (chosen.length < 2) chosen.push(...longest(index, 2, new Set(chosen)));
  return sentencesAt(index, chosen.slice(0, 2));
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

/** Sentences people would repeat: personal, pointed, not long, and whole. */
export function notableQuotes(
  index: TranscriptIndex,
  count: number,
  leaveOut: ReadonlySet<number> = new Set(),
): Sentence[] {
  const worth = index.sentences.map((sentence) => {
    const alone = standsAlone(sentence);
    if (alone < 0.25 || sentence.words > 34) return 0;
    const length = 1 - Math.abs(sentence.words - 17) / 40;
    const sums = (sentence.text.match(/\d[\d.,]*/g)?.length ?? 0) > 1 ? 0.6 : 1;
    return alone * length * sums * (1 + 0.35 * (sentence.text.match(POINTED)?.length ?? 0));
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
export function topicBullets(index: TranscriptIndex): string[] {
  return findTopics(index).map(({ from, phrases }) => {
    const start = index.sentences[from]?.start;
    const [first = '', ...rest] = phrases.map(escapeMarkdown);
    const name = first.charAt(0).toUpperCase() + first.slice(1);
    return `- ${[name, ...rest].join(', ')}${start == null ? '' : ` ${clock(start)}`}`;
  });
}

/** Who speaks, and how much of the talking is theirs. */
export function speakerBullets(index: TranscriptIndex): string[] {
  const words = new Map<string, number>();
  let all = 0;
  for (const sentence of index.sentences) {
    all += sentence.words;
    if (sentence.speaker === null) continue;
    words.set(sentence.speaker, (words.get(sentence.speaker) ?? 0) + sentence.words);
  }
  return index.speakers.slice(0, 12).map((name) => {
    const first = index.sentences.find(({ speaker }) => speaker === name);
    const share = Math.max(1, Math.round(((words.get(name) ?? 0) / Math.max(1, all)) * 100));
    return `- **${named(name)}**, with ${share} % of the words; first heard${cited(first) || ' early on'}`;
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
