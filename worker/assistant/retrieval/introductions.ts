/** Who the people are who speak, as they are introduced and introduce themselves. */
import { isAsking } from './asked-for.ts';
import type { Sentence } from './sentences.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { topicStems, wordsOf } from './words.ts';

/** Introductions come early: in the first sentences of a show, and of what somebody says. */
const OPENING_SENTENCES = 60;
const OWN_OPENING = 30;
/** Without names of speakers, sponsors and greetings stand between. */
const OPENING_UNNAMED = 120;
const LONGEST_WORDS = 70;

const NAME = String.raw`\p{Lu}[\p{L}'’-]+(?: (?:(?:van|von|de|der|la|le|al|bin) )*\p{Lu}[\p{L}'’.-]*){0,3}`;
const IS_SOMEBODY =
  /^(?:,[^,.]{2,60},)? (?:is|was|has been|works?|worked|leads?|runs?|heads?|founded|advises?|studies|teaches|wrote|has spent|spent)\b|^, (?:an?|the|our|your|my|\p{L}+ of|\p{L}+er|\p{L}+or|CEO|CTO)\b/u;
const PRESENTS =
  /\b(?:with (?:me|us)|joined|also here|guests?|here (?:today|with)|today|welcome|introduce)\b[^.?!]{0,50}$/i;
const WORK = String.raw`(?:\p{L}+(?:er|or|ist|ian|yst|ect)|founder|head|lead|chief|CEO|CTO|CFO|president|professor|lawyer|attorney|student|partner|member|accountant|consultant|nurse|coach)s?`;
/** What somebody says of their own work. */
const DESCRIBES_SELF = new RegExp(
  String.raw`\bI(?:'m|’m| am| was)(?: [\p{L}]+){0,2} (?:an?|the|one of the) (?:[\p{L}-]+ ){0,4}${WORK}\b|\bI (?:\p{L}+ )?(?:work (?:at|as|for|in|on|with)|lead|run|founded|co-?founded|head|teach|manage|advise|represent)\b|\bI(?:'ve|’ve| have) (?:\p{L}+ )?(?:been|spent|worked|built|run)\b[^.?!]{0,60}\b(?:years?|since|at|for)\b|\bI(?:'m|’m| am) (?:now )?(?:doing|working)\b[^.?!]{0,30}\b(?:at|for|on)\b`,
  'u',
);
const NAMES_SELF = new RegExp(
  String.raw`\b(?:[Mm]y name is|[Mm]y name's|I am|I'm|I’m) (?:\p{L}+ )?(${NAME})`,
  'u',
);
const PRESENTS_NAME = new RegExp(
  String.raw`\b(?:guests?|joined|[Jj]oin|[Ww]elcome|introduce|with (?:me|us)|speak(?:ing)? (?:to|with)|talk(?:ing)? (?:to|with))\b[^.?!]{0,60}${NAME}|^${NAME},? (?:welcome|is (?:back |here|our|my|an?|the))|^(?:${NAME}), (?:an?|the) [^.?!]+,`,
  'u',
);
const IS_HOST = /\b(?:your host|I host|welcome to (?!the show,)|sponsor|brought to you)\b/i;
const ROLE =
  /\b(?:is|was|as|,) (?:an?|the|our) ((?:[\p{L}-]+ ){0,3}[\p{L}-]+?)(?=,|\.|;| who\b| at\b| of\b| in\b| from\b| for\b| with\b| and\b|$)/u;

/** The sentence in which others say who a speaker is; null where nobody says it. */
function presentationOf(index: TranscriptIndex, speaker: string): Sentence | null {
  let named: Sentence | null = null;
  for (const sentence of index.sentences.slice(0, OPENING_SENTENCES)) {
    const at = sentence.text.indexOf(speaker);
    if (at < 0 || isAsking(sentence.text) || sentence.speaker === speaker) continue;
    if (IS_SOMEBODY.test(sentence.text.slice(at + speaker.length))) return sentence;
    if (PRESENTS.test(sentence.text.slice(0, at))) named ??= sentence;
  }
  return named;
}

/** What is said of who a speaker is, by others and by themselves; empty where nothing is. */
export function introductionsOf(index: TranscriptIndex, speaker: string): Sentence[] {
  const presented = presentationOf(index, speaker);
  const own = index.sentences
    .filter((sentence) => sentence.speaker === speaker)
    .slice(0, OWN_OPENING)
    .filter(({ text, words }) => words <= LONGEST_WORDS && !isAsking(text));
  const described = own.find(({ text }) => DESCRIBES_SELF.test(text));
  const named = own.find(({ text }) => NAMES_SELF.exec(text)?.[1]?.includes(firstName(speaker)));
  const says = presented === null ? [named, described] : [presented, described];
  const isTold = presented !== null && ROLE.test(presented.text);
  return (isTold ? [presented] : says).flatMap((sentence) => sentence ?? []);
}

function firstName(name: string): string {
  return name.split(' ')[0] ?? name;
}

/** Where no speakers are named: the sentences in which somebody is presented, or says who they are. */
export function presentations(index: TranscriptIndex): Sentence[] {
  const opening = index.sentences
    .slice(0, OPENING_UNNAMED)
    .filter(({ text, words }) => words <= LONGEST_WORDS && !isAsking(text) && !IS_HOST.test(text));
  const named = opening.filter(({ text }) => PRESENTS_NAME.test(text));
  const withRole = named.filter(({ text }) => ROLE.test(text));
  const presented = (withRole.length > 0 ? withRole : named).slice(0, 2);
  const described = opening
    .filter(({ text }) => NAMES_SELF.test(text) || DESCRIBES_SELF.test(text))
    .slice(0, 2);
  return [...new Set([...presented, ...described])].sort((a, b) => a.index - b.index);
}

const WHOLE_NAME = /\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+/gu;
/** What is said in more of the sentences is talked about, not greeted. */
const SELDOM = 0.02;
/** A name may be said so often in the shortest. */
const FEW = 5;

/** Where no speakers are named: the stems of the names of those presented. */
export function presentedNames(index: TranscriptIndex): Set<string> {
  const names = presentations(index).flatMap(({ text }) => text.match(WHOLE_NAME) ?? []);
  const most = Math.max(FEW, index.sentences.length * SELDOM);
  const isSeldom = (stem: string) => (index.postings.get(stem)?.length ?? 0) < most;
  return new Set(names.flatMap(topicStems).filter(isSeldom));
}

/** Whoever introduces others and is introduced by nobody; null where nobody does. */
export function hostOf(index: TranscriptIndex): string | null {
  for (const speaker of index.speakers) {
    const by = presentationOf(index, speaker)?.speaker;
    if (by != null && by !== speaker) return by;
  }
  const opening = index.sentences.slice(0, OPENING_SENTENCES);
  return opening.find(({ text }) => /\b(?:your host|I host)\b/i.test(text))?.speaker ?? null;
}

/** The speaker who was introduced with these words: 'the planner'; null where none or several were. */
export function speakerInRole(index: TranscriptIndex, text: string): RoleInText | null {
  const named = [...text.toLowerCase().matchAll(/\bthe ((?:[\p{L}-]+ ){0,2}[\p{L}-]+)/gu)];
  if (named.length === 0) return null;
  const found: RoleInText[] = [];
  for (const speaker of index.speakers) {
    const role = ROLE.exec(presentationOf(index, speaker)?.text ?? '')?.[1];
    const stems = topicStems(role ?? '');
    const head = stems.at(-1);
    if (head === undefined) continue;
    const isMeant = named.some((match) =>
      topicStems(match[1] ?? '')
        .slice(0, 3)
        .includes(head),
    );
    if (isMeant) found.push({ speaker, stems: new Set(stems) });
  }
  if (found.length === 1) return found[0] ?? null;
  return wordsOf(text).includes('guest') ? theGuest(index) : null;
}

interface RoleInText {
  speaker: string;
  /** The stems of the role, which say who is meant and nothing of the topic. */
  stems: Set<string>;
}

/** The one who is not the host, where two speak. */
function theGuest(index: TranscriptIndex): RoleInText | null {
  const host = hostOf(index);
  const others = index.speakers.filter((speaker) => speaker !== host);
  const [guest] = others;
  if (host === null || guest === undefined || others.length > 1) return null;
  return { speaker: guest, stems: new Set(topicStems('guest')) };
}
