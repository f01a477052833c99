/** Recognises requests about the whole episode and what they ask for. */
import type { Exchange } from '../assistant.ts';
import { ASPECT_OF } from '../language/aspects.ts';
import { LISTENER_PREAMBLE } from '../language/english.ts';
import { anyOf, oneOf } from '../language/phrases.ts';
import {
  EPISODE_WORDS,
  FORMS,
  OBJECTS,
  PERSON,
  REQUEST_PATTERNS,
  type RequestIntent,
  THE_STORY,
} from '../language/request-words.ts';
import { isStopWord, stemOf, wordsOf } from '../language/words.ts';
import { OFTEN_SAID, withoutAudience } from './audience.ts';
import { asksAboutLastAnswer } from './follow-up.ts';
import {
  type AnswerForm,
  amountIn,
  asCommand,
  BEGINS_QUESTION,
  framesCommand,
  framesQuestion,
  IN_LANGUAGE,
  isFormWord,
  partIn,
  simplified,
  UNITS,
} from './request-form.ts';

export interface Request {
  intent: RequestIntent;
  /** How many bullets or sentences; null if unspecified. */
  count: number | null;
  form: AnswerForm;
  /** For whom, as written: 'my CMO'; null if nobody is named. */
  audience: string | null;
  /** The part of the episode that is meant; null for the whole. */
  part: 'start' | 'end' | null;
  /** The kinds of content it names, as written: 'mistakes'. */
  aspects: string[];
  /** The language it asks for, in lower case: 'german'; null if it names none. */
  language: string | null;
}

/** What a request for objections is answered with. */
const AGAINST = ['drawbacks', 'risks', 'problems'];

/** Asks how something is done or what it is in general, unless it points to the episode. */
const GENERAL =
  /^(?:how (?:do|can|could|should|would|to) |why (?:do|does|did|is|are|was|were|don't|doesn't|can't) |(?:what|why|how|when|which|is|are)\b.* an? )/;
const POINTS_TO_EPISODE =
  /\b(?:this|it|that|these|those|here|they|(?:the|each|whole|entire) (?:\w+ )?(?:episode|podcast|show|conversation|speakers?|guests?|hosts?))\b/;

/** What follows is a subject, even if requests use the word: 'What was said about the deadline?' */
const SUBJECTS = new RegExp(
  String.raw`\b(?:about|regarding|concerning|(?:said?|views?|opinions?|thoughts?|discussi?on|discuss(?:ed)?|presentation|focus) (?:on|of)|(?:${UNITS}) on) (?!(?:for|to|in|with|by|at|and|first|next|last|why|how|what)\b)(?:(?:the|an?|any|some|their|his|her) )?((?:[\p{L}-]+ ?){1,3}?)(?= (?:for|to|in|with|by|that|so|which|at|and)\b|[.,;?!]|$)`,
  'giu',
);

/** What listeners will use the answer for: 'for my book club', 'in a talk'. */
const USE =
  /\b(?:for|in|into|on|to|as|by|before|during|over|at|from|with) (?:my|our|an?|her|his|their) [\p{L}-]+(?: [\p{L}-]+){0,2}?(?=$|[.,;:!?]| (?:for|to|in|with|by|that|so|which|at|and|on|before|please|can)\b)/giu;
/** A use that may end with a text to write: 'for the referral letter'. */
const USE_OF_TEXT = /\b(?:for|in|into) the (?:[\p{L}-]+ ){0,2}?([\p{L}-]+)(?=$|[.,;:!?])/giu;
/** What an answer is to contain: 'with every step, deadline and number'. */
const CONTAINS = /\b(?:with|including) (?:every|each|all)\b[^.;:!?]*/gi;
/** What listeners say about themselves: 'I missed it, fill me in', 'so that I can decide'. */
const LISTENER_ASIDE =
  /(?:^|(?<=[.;:!?,] ?)|\b(?:so that|so|that|which|if|because|since|as|when|before|while|and) )(?:i|we|i'm|i've|i'd|she|he|my \p{L}+)\b[^,.;:!?]*(?:[,.;:!?] ?|$)/giu;

/** What the whole is to become, for whatever use: 'Turn this episode into a checklist for the end of the tax year'. */
const BECOMES =
  /^(?:please )?(?:turn|convert|transform|make) (?:it|this|(?:this|the) (?:whole |entire )?(?:episode|podcast|show|conversation|talk|interview)) into\b/;
/** Asks for what matters of it, whatever else is said: 'I write for students, give me the takeaways of this episode'. */
const OF_WHOLE =
  /\b(?:take ?aways?|points?|lessons?|insights?|highlights?|ideas?|things|summary|overview|gist|recap) (?:of|from|in) (?:this|the) (?:whole |entire )?(?:episode|podcast|show|conversation|talk|interview|call|meeting|session)$/;

/** In a conversation, 'Why does that matter?' and 'What should we do about it?' mean what was said last. */
const ASKS = /^(?:why|how|where|when|who)\b/;
const POINTS =
  /\b(?:(?<!\bon )it|that|those|these|them|(?<!\b(?:on|after|from) )this(?! (?:episode|podcast|show|talk|conversation|interview|meeting|call)))\b/;

/** In a conversation, means what was said last: 'When was that?', 'Any numbers on it?', but not 'the best of it'. */
const ENDS_POINTING = /(?<!\b(?:in|of) )\b(?:that|it|those|them)$/;
/** What may be asked of that. Others ask for something else by it: 'Who is on it?' */
const ASKED_OF_LAST: ReadonlySet<RequestIntent | undefined> = new Set([
  'facts',
  'figures',
  'quotations',
  'takeaways',
]);

/** Asks about what was said last: 'Which of these is the most useful?' */
const WHICH_OF_THESE = /\b(?:which|what|any|one|some) of (?:these|those|them)\b/;

/**
 * Asks for something in particular: how long or how often, when or how it happened, where it comes from, what is wrong
 * with it, or what happens if.
 */
const IN_PARTICULAR = anyOf('')`
  ^how (?:long|often|soon|much|many times)\b
  ^when (?:do|does|did|is|are|was|were|will|should|can|could) (?:i|we|it|this|that|you|one)\b
  ^(?:how|why|where) (?:did|was|were|does|has|have|had) (?:i|we|you|he|she)\b
  \b(?:what|which) questions? (?:do|should|must|would|will) (?:i|we|you|one)\b(?!.*\b(?:this|it)\b)
  ^what (?:might|could|may) (?:have|be)\b
  ^where (?:do|does|did|is|are|was|were) .+ (?:come|came|coming) from\b
  \bwrong with (?!(?:this|that|it|the (?:episode|podcast|show|call|talk|interview))\b)
  \bwhat (?:if|(?:will |would )?happens? (?:if|when|once|after))\b
`;
/**
 * Asks whether something is so or has to be done. 'Can you …', 'Do they …' and 'Is there any …' may ask for all there
 * is.
 */
const ASKS_WHETHER = new RegExp(
  `^${oneOf`
    can | could | may | must | should | shall | do | does | did | will | would | is | are | was | were | has | have
  `} (?!(?:you|they|he|she|there|(?:any|some|no)(?:thing|body|one)?|${PERSON}|the ${PERSON})\\b)`,
);
/** What somebody who asks whether something is so may want all of: 'Is it worth my time?', 'Do we disagree?' */
const ASKED_WHETHER: ReadonlySet<RequestIntent> = new Set([
  'summary',
  'facts',
  'people',
  'disagreements',
]);

/** Asks what others did or will do, and not for advice: 'How did they get started?', 'What will she do now?' */
const ABOUT_OTHERS =
  /^(?:when|(?:how|where|why) (?:did|was|were)|what (?:will|did|does|is|was) (?:he|she|they)(?! (?:suggest|recommend|advise)))\b/;

/** What somebody does for others is a subject: 'What do they do for drivers?' */
const DONE_FOR =
  /^(?:what|how|when|where|why|which) (?:do|does|did|will|would|can|could|have|has) (?!(?:i|we|you|this|that|it|one)\b)/;

/** Asks about somebody else: 'Can he still work as a driver?' */
const ASKS_OF_OTHERS =
  /^(?:can|could|may|must|should|do|does|did|will|would|is|are|was|were|has|have|had) (?:he|she|they)\b/;

/** Asks for a person or a time, unless for whom the episode is: 'Whose idea was it?', 'When will she hear?' */
const ASKS_WHO_OR_WHEN =
  /^(?:who(?:se|m)?\b(?! (?:would|should|could|might|needs?|is (?:it|this) for)\b)|when (?:will|did|does|do|is|was) (?:he|she|they)\b)/;

/** 'And for a freelancer?' asks what was asked before, for somebody else. */
const GOES_ON = /^(?:and|but|or|what about|how about)\b/i;

/**
 * Parses a request about the whole episode; null if the question is about something in it.
 *
 * @param timesSaid how often the episode says a word
 * @param earlier the conversation so far, which 'it' and 'that' may refer to
 */
export function parseRequest(
  message: string,
  timesSaid: (word: string) => number,
  earlier: readonly Pick<Exchange, 'question'>[] = [],
): Request | null {
  const plain = asCommand(message);
  const { count, form } = amountIn(plain);
  const language = IN_LANGUAGE.exec(plain)?.[1]?.toLowerCase() ?? null;
  const { rest: told, audience } = withoutAudience(plain.replace(IN_LANGUAGE, ' '), timesSaid);
  const own = told.replace(LISTENER_PREAMBLE, '');
  // Before 'What should I do?', listeners say what it is about.
  const rest = BEGINS_QUESTION.test(simplified(own)) ? told : own;
  const lower = simplified(rest);
  const command = BEGINS_QUESTION.test(lower) ? rest : rest.replace(CONTAINS, ' ');
  const request = withoutUse(command, timesSaid);
  const asked = simplified(withoutListener(command, timesSaid));
  // 'What about students?' doesn't ask what the episode is about.
  const wanted = wantedIn(asked.replace(GOES_ON, '')) ?? wantedIn(lower.replace(GOES_ON, ''));
  if (namesSubject(rest)) return null;
  if (GENERAL.test(lower) && !POINTS_TO_EPISODE.test(lower)) return null;
  const isAboutWhole = BECOMES.test(lower) || OF_WHOLE.test(lower);
  if (!isAboutWhole && topicsIn(request).length > 0) return null;
  if (wanted === 'actions' && !isAboutWhole && describesOwnCase(command, timesSaid)) return null;
  if (wanted === 'actions' && ABOUT_OTHERS.test(lower)) return null;
  if (!(wanted && ASKED_WHETHER.has(wanted)) && ASKS_WHETHER.test(lower)) return null;
  if (wanted !== 'facts' && (IN_PARTICULAR.test(lower) || IN_PARTICULAR.test(asked))) return null;
  const aspects = OBJECTS.test(lower) ? AGAINST : aspectsIn(request);
  const isOfPoints = aspects.length > 0 || wanted === 'summary' || wanted === 'takeaways';
  if (isOfPoints && ASKS_WHO_OR_WHEN.test(lower)) return null;
  // 'Who said that?' and 'Why is it?' aren't about the whole.
  if (
    wanted === undefined &&
    (audience === null || DONE_FOR.test(lower) || ASKS_OF_OTHERS.test(lower))
  )
    return null;
  const last = earlier.at(-1);
  const before = last ? parseRequest(last.question, timesSaid, earlier.slice(0, -1)) : null;
  if (wanted === undefined && last !== undefined && GOES_ON.test(plain))
    return before && { ...before, audience };
  const isAboutLast = last !== undefined && before === null && wanted !== 'actions';
  if (isAboutLast && asksAboutLastAnswer(plain)) return null;
  if (isAboutLast && ASKED_OF_LAST.has(wanted) && ENDS_POINTING.test(lower)) return null;
  // Nobody in the episode says when it was published.
  const mayReferBack =
    wanted === 'actions' || (wanted !== 'facts' && (ASKS.test(lower) || ABOUT_OTHERS.test(lower)));
  if (last !== undefined && mayReferBack && POINTS.test(lower)) return null;
  if (last !== undefined && WHICH_OF_THESE.test(lower)) return null;
  return {
    intent: wanted ?? 'takeaways',
    count,
    form,
    audience,
    part: partIn(lower),
    aspects,
    language,
  };
}

const wantedIn = (text: string): RequestIntent | undefined =>
  patternsFor(text).find(([, pattern]) => pattern.test(text))?.[0];

/** Whether a word alone says what is requested: 'takeaways'. */
export const namesRequest = (word: string): boolean => wantedIn(word) !== undefined;

/** What a message may request: only commands ask for something to be written. */
const patternsFor = (text: string): readonly [RequestIntent, RegExp][] =>
  BEGINS_QUESTION.test(text)
    ? REQUEST_PATTERNS
    : [['actions', FORMS.advice], ...REQUEST_PATTERNS, ['summary', FORMS.summary]];

const aspectsIn = (request: string): string[] => [
  ...new Set(
    wordsOf(request.replace(THE_STORY, ' ')).flatMap((word) => ASPECT_OF.get(stemOf(word)) ?? []),
  ),
];

const namesSubject = (rest: string) =>
  [...rest.matchAll(SUBJECTS)].some(([, subject = '']) =>
    wordsOf(subject).some((word) => !isStopWord(word) && !EPISODE_WORDS.has(word)),
  );

/** Returns the words that name a topic, because requests don't consist of them. */
function topicsIn(text: string): string[] {
  const lower = simplified(text);
  const isFrame = BEGINS_QUESTION.test(lower) ? framesQuestion : framesCommand;
  const left = patternsFor(lower).reduce(
    (rest, [, pattern]) => rest.replace(new RegExp(pattern, 'g'), ' '),
    lower,
  );
  return left.split(' ').filter((word) => word !== '' && !isFrame(word));
}

/** Whether requests consist of a word: 'gist', 'recap'. */
export const isRequestWord = (word: string): boolean => topicsIn(word).length === 0;

function withoutUse(rest: string, timesSaid: (word: string) => number): string {
  const unlessSpoken = unlessSpokenOf(timesSaid);
  const left = rest
    .replace(USE, unlessSpoken)
    .replace(USE_OF_TEXT, (use, text: string) => (isFormWord(text) ? unlessSpoken(use) : use));
  return withoutListener(left, timesSaid);
}

const withoutListener = (rest: string, timesSaid: (word: string) => number) =>
  rest.replace(LISTENER_ASIDE, unlessSpokenOf(timesSaid));

const unlessSpokenOf = (timesSaid: (word: string) => number) => (said: string) => {
  const isSpokenOf = (word: string) => !isStopWord(word) && timesSaid(word) > OFTEN_SAID;
  return wordsOf(said).some(isSpokenOf) ? said : ' ';
};

/** Whether listeners describe a case that the episode speaks of: 'My son is four. What should I do?' */
const describesOwnCase = (command: string, timesSaid: (word: string) => number) =>
  [...command.matchAll(LISTENER_ASIDE)].some(([clause]) =>
    wordsOf(clause).some((word) => !framesCommand(word) && timesSaid(word) > 0),
  );
