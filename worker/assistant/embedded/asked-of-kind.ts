/**
 * What people ask of an earnings call, an argument in court and a visit at a doctor's, in the words of their field.
 * The episode answers in others: nobody says 'follow-up' or 'complaint' there.
 */
import { FRAME_WORDS } from '../retrieval/language.ts';
import { readQuestion, tellingTerms } from '../retrieval/question.ts';
import { isInterjection, type Sentence } from '../retrieval/sentences.ts';
import { type EpisodeKind, isAsking } from '../retrieval/speech-cues.ts';
import { stemsOf, topicStems, wordsOf } from '../retrieval/words.ts';
import type { Known } from './known.ts';
import { hasSides, positionsOf } from './opening.ts';
import { weighed } from './what-matters.ts';

interface Asked {
  asks: RegExp;
  /** What a sentence that answers contains. */
  says: RegExp;
  most?: number;
  /** Whether it is only asked in other words: if the episode says those of the question, they find the answer. */
  isSynonym?: boolean;
  /** Whether each side's position in court answers it. */
  isOfSides?: boolean;
}

const ASKED: Record<Exclude<EpisodeKind, 'talk'>, Asked[]> = {
  clinic: [
    {
      asks: /\bwhy\b.*\b(?:here|come|came|coming|visit\w*|seen|seeing|appointment)\b|\bwhat (?:brings|brought)\b|\bcomplain\w*|\breason for (?:\w+ )?(?:visit|appointment)\b/,
      says: /\b(?:presents?|presenting|complain\w*|\d+ ?-?year[- ]old\b.*\b(?:with|who|for)|here (?:for|today|with|because|to)|in (?:the |our )?(?:office|clinic) (?:for|today|with)|came in (?:for|with|because|today|to))\b/i,
      most: 2,
    },
    {
      asks: /\b(?:(?:come|comes|bring \w+|be|have \w+) back|return|follow[- ]?ups?|see (?:him|her|them|the \w+) again|next (?:visit|appointment))\b/,
      says: /\b(?:see you|(?:come|call|be) back|return|follow[- ]?up)\b[^.]{0,120}\b(?:days?|weeks?|months?|years?|tomorrow)\b|\bif (?:you|it|the|that|there)\b[^.]{0,120}\b(?:call|come back)\b/i,
    },
    {
      asks: /\b(?:medications?|medicines?|meds|drugs?|pills?|dos(?:es?|ages?)|prescri\w+)\b/,
      says: /\b(?:milligrams?|mg|tablets?|pills?|(?:once|twice) (?:a day|daily)|medications?|prescri\w+|refill\w*|ointment|\w{3,}(?:cillin|pril|sartan|statin|formin|olol|azole|amine|prazole|oxicam|profen|thasone|sone|mycin|micin|pam|dipine|gliptin))\b/i,
    },
    {
      asks: /\b(?:tests?|labs?|blood ?work|imaging|x-?rays?|scans?|ordered)\b/,
      says: /\b(?:x-?rays?|mri|ct|labs?|blood ?(?:work|test)|ultrasound|biopsy|ekg|echo\w*|panel|culture|test|imaging|a1c)\b/i,
    },
    {
      asks: /\b(?:diagnos\w+|assessment|impression|what does (?:he|she|the patient) have|what(?:'?s| is) wrong)\b/,
      says: /\b(?:diagnos\w+|impression|assessment|you (?:probably |likely |do |may |might )?have|consistent with|(?:first|second|third|next|other) (?:problem|diagnosis)|suffer\w*|sign of|looks like)\b/i,
    },
    {
      asks: /\b(?:plan|treat\w*|therapy|next steps?|recommend\w*|advi[sc]e\w*)\b|\bshould (?:he|she|they|the patient)\b/,
      says: /\b(?:(?:i|we)(?:'d| would) like|(?:i|we)(?:'m| am|'re| are)? (?:going to|gon na|want|wan na|recommend)|(?:i|we)(?:'ll| will)|you (?:should|need to)|let's|go ahead and|refer\w*|continue)\b/i,
      most: 5,
    },
  ],
  earnings: [
    {
      asks: /\b(?:outlook|guidance|guid(?:es?|ed|ing)|forecasts?|expect(?:s|ed|ations?)?|going forward|next (?:year|quarter))\b/,
      says: /\b(?:guidance|outlook|forecast|(?:we|to) (?:now |still |also )?(?:expect|anticipate)|(?:raise|lower|reaffirm|reiterate|maintain)\w* (?:our|the)|should be|target\w*)\b/i,
    },
    {
      asks: /\b(?:risks?|headwinds?|worr\w+|concerns?|challenges?)\b/,
      says: /\b(?:headwinds?|pressure\w*|uncertain\w*|weak\w*|soft(?:er|ness)|slow(?:er|down|ed)?|challeng\w+|difficult\w*|inflation|tariffs?|delay\w*|loss(?:es)?|decline[ds]?|declining|fell|down from)\b/i,
    },
    {
      asks: /\b(?:buy(?:ing)? back|buy ?backs?|repurchas\w+|dividends?|(?:share|stock)holders?)\b/,
      says: /\b(?:buy ?backs?|repurchas\w+|(?:bought|buy|buying) back|dividends?)\b/i,
      isSynonym: true,
    },
    {
      asks: /\bcash flows?\b/,
      says: /^(?=.*\d).*\b(?:cash flows?|cash conversion|(?:free|generated|operating) cash)\b/i,
      isSynonym: true,
    },
    {
      asks: /\b(?:profits?|earnings|eps|net income|bottom line)\b/,
      says: /^(?=.*\d).*\b(?:earnings per share|eps|(?:net|operating) (?:income|loss|profit|earnings)|ebitda\w*)\b/i,
      isSynonym: true,
    },
    {
      asks: /\b(?:revenues?|sales|turnover|top line)\b/,
      says: /^(?=.*\d)(?!.*\bexpect).*\b(?:revenues?|sales|turnover)\b/i,
      isSynonym: true,
    },
  ],
  argument: [
    {
      asks: /\bquestion presented\b|\blegal (?:issue|question)s?\b|\b(?:issue|question) (?:in|of|before|at)\b|\bto decide\b|\bat stake\b/,
      says: /\b(?:the (?:only |narrow )?(?:question|issue)|whether|this case|the court should)\b/i,
      isOfSides: true,
    },
  ],
};

/** Who is there, and what everything there is about. */
const THERE = stemsOf([
  ...FRAME_WORDS,
  ...wordsOf(
    'patient doctor physician visit appointment company quarter year raise lower cut change update court case justice judge prescribe order main legal take result argue argument claim contend position want side',
  ),
]);
const MOST = 4;
const SIDES = 2;

/**
 * Finds in steps what answers what is usually asked of this kind of episode, best first; null for other
 * questions, and if nothing of the kind is said.
 */
export function* findingAskedOfKind(
  known: Known,
  message: string,
): Generator<void, number[] | null> {
  const { kind, index } = known;
  const positions = kind === 'argument' ? yield* findingPositionsAskedFor(known, message) : [];
  if (positions.length > 0) return positions;
  const lower = wordsOf(message).join(' ');
  const asked = kind === 'talk' ? undefined : ASKED[kind].find(({ asks }) => asks.test(lower));
  if (asked === undefined) return null;
  const words = topicStems(asked.asks.exec(lower)?.[0] ?? '');
  if (asked.isSynonym && words.every((stem) => index.postings.has(stem))) return null;
  const rest = lower.replace(new RegExp(asked.asks, 'g'), ' ');
  const topic = topicStems(rest).filter((stem) => !THERE.has(stem));
  const { sentences: worth } = yield* weighed.finding(known);
  if (asked.isOfSides && topic.length === 0 && hasSides(known)) return positionsOf(known, SIDES);
  // What isn't understood alone may still be the only place.
  const worthAt = ({ index: at }: Sentence) => worth[at] ?? 0;
  const said = index.sentences.filter((one) => {
    const near = index.stems.slice(Math.max(0, one.index - 1), one.index + 1).flat();
    const isOfTopic = topic.every((stem) => near.includes(stem));
    return isOfTopic && !isInterjection(one) && !isAsking(one.text);
  });
  const found = said
    .filter(({ text }) => asked.says.test(text))
    .sort((a, b) => worthAt(b) - worthAt(a) || a.index - b.index);
  if (found.length === 0) return null;
  return found.slice(0, asked.most ?? MOST).map(({ index: at }) => at);
}

/** What those say first who open an argument and are named, if the question has no other topic. */
function* findingPositionsAskedFor(known: Known, message: string): Generator<void, number[]> {
  const question = readQuestion(message, known.index);
  const isOther = tellingTerms(question).some((stem) => !THERE.has(stem));
  if (isOther || question.speakers.length === 0) return [];
  yield* weighed.finding(known);
  return positionsOf(known, MOST, question.speakers);
}
