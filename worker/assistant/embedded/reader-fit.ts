/** Adapts the selection to a reader's profile, with reasons. */
import type { Reader } from '../assistant.ts';
import { smallWordsIn } from '../check/names.ts';
import { GENERIC_WORDS, words as listOf } from '../retrieval/language.ts';
import { meaningsIn } from '../retrieval/meanings.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { likeness } from '../retrieval/word-vectors.ts';
import { isStopWord, stemOf, stemsOf, topicStems, wordsOf } from '../retrieval/words.ts';
import type { Known } from './known.ts';

export interface Fit {
  /** The factor for a sentence's score; 1 if it has nothing to do with the reader. */
  lift(index: number): number;
  /** The reason, as words that continue the sentence: 'because you lead HR'; null if it would be untrue. */
  because(index: number): string | null;
}

/** Fields of work: the names of their roles and industries | their vocabulary. Sources: see `language.ts`. */
const FIELDS = [
  `hr recruiter recruiting talent hiring personnel chro | hire recruit candidate employee staff workforce onboarding
   salary payroll compensation retention turnover layoff workplace burnout culture promotion diversity`,
  `finance financial cfo accountant accounting analyst investor banker banking treasurer controller fintech | cost
   budget revenue margin profit cash pricing price debt earnings investment tax forecast expense loan bank payment
   valuation`,
  `marketing marketer cmo brand advertising communications pr | marketing brand campaign customer audience advertise
   advert seo conversion launch`,
  `sales salesperson seller account | sales customer deal pipeline quota buyer prospect pricing contract negotiate`,
  `law lawyer legal litigator counsel attorney solicitor judge compliance paralegal | court statute contract
   liability lawsuit regulation regulator compliance judge plaintiff legal law lawyer sue copyright license`,
  `health healthcare physician doctor nurse clinician medical medicine hospital pharma therapist psychologist |
   patient diagnosis symptom treatment medication dose disease therapy clinical medicine hospital health anxiety
   depression pain`,
  `software developer engineer engineering programmer cto technology tech devops it architect sysadmin | code
   software deploy bug test architecture database api developer programming framework server latency refactor`,
  `product | user customer feature roadmap launch feedback release prototype usability adoption`,
  `education teacher professor lecturer school trainer student | student class classroom school teach teacher
   curriculum learn course exam homework`,
  `operations manufacturing logistics factory supply coo plant retail | factory plant supply inventory warehouse
   supplier logistics downtime manufacture`,
  `founder ceo startup entrepreneur owner president | funding fundraise investor hire growth strategy competitor
   founder startup company revenue`,
].map((lists) => {
  const [names = '', vocabulary = ''] = lists.split('|');
  return { names: stemsOf(listOf(names)), vocabulary: topicStems(vocabulary) };
});

/** Returns the field of a role or an industry. */
const fieldOf = (text: string) =>
  FIELDS.find(({ names }) => wordsOf(text).some((word) => names.has(stemOf(word))));

/** Words that introduce goals or belong to any role, besides those used about everything. */
const OF_ANY_ROLE = listOf(`
  understand learn improve become grow faster quickly stay manager lead leader head officer director senior junior
  assistant specialist professional worker member vice president executive build create reduce increase avoid job
  career role industry service general family outlook`);
const TELLS_NOTHING = stemsOf([...GENERIC_WORDS, ...OF_ANY_ROLE]);
const NO_NAMES = new Set([...TELLS_NOTHING, ...FIELDS.flatMap(({ names }) => [...names])]);

/** In these kinds of episodes every sentence is about one field, so mentioning it says nothing. */
const FIELD_OF_KIND = {
  argument: fieldOf('law'),
  clinic: fieldOf('health'),
  earnings: fieldOf('finance'),
  talk: null,
};
/** A sentence this similar needs one word of the profile to match; otherwise two. */
const SAME_MATTER = 0.4;
/** A word in this share of the sentences is about the whole episode. */
const EVERYWHERE = 0.06;
const LONGEST_TOLD = 80;
const LIFT = { reason: 1.6, meaning: 1.5, meaningFrom: 0.25 };

interface Part {
  because: string;
  /** The stems about it. */
  stems: ReadonlySet<string>;
  meaning: Float32Array | null;
}

/** A sentence without words of the profile or its field gets no reason. */
export function fitOf(known: Known, reader: Reader): Fit {
  const { index, vectors } = known;
  const parts = partsOf(known, reader);
  const meanings = vectors && parts.length > 0 ? meaningsIn(index, vectors) : null;
  const alike = ({ meaning }: Part, i: number) => {
    const said = meanings?.sentences[i];
    return meaning && said ? likeness(meaning, said) : 0;
  };
  const isReason = (part: Part, i: number) => {
    const own = new Set(index.stems[i]?.filter((stem) => part.stems.has(stem)));
    return own.size > 1 || (own.size === 1 && alike(part, i) >= SAME_MATTER);
  };
  return {
    lift: (i) =>
      parts.reduce((most, part) => {
        const near = LIFT.meaning * Math.max(0, alike(part, i) - LIFT.meaningFrom);
        return Math.max(most, 1 + near + (isReason(part, i) ? LIFT.reason : 0));
      }, 1),
    because: (i) => parts.find((part) => isReason(part, i))?.because ?? null,
  };
}

function partsOf(known: Known, { role, goals, industry }: Reader): Part[] {
  const { index, vectors, kind } = known;
  const profile = [
    { words: role, because: (words: string) => `because you ${workAs(words)}` },
    // Who wants to raise money from investors doesn't ask for all of finance.
    { words: goals, because: (words: string) => `because you want to ${aim(words)}`, isGoal: true },
    { words: industry, because: (words: string) => `because you work in ${words}` },
  ];
  return profile.flatMap(({ words, because, isGoal = false }) => {
    const plain = (words ?? '')
      .replace(/\s+/g, ' ')
      .replace(/[ .!]+$/, '')
      .trim();
    const field = fieldOf(plain);
    if (plain.length > LONGEST_TOLD || (field && field === FIELD_OF_KIND[kind])) return [];
    const ofField = field === undefined || isGoal ? [] : field.vocabulary;
    const asked = [...topicStems(plain).filter((stem) => !TELLS_NOTHING.has(stem)), ...ofField];
    if (asked.length === 0) return [];
    const meaning = vectors
      ? meaningsIn(index, vectors).of(asked.map((stem) => [stem, 1] as const))
      : null;
    return [
      { because: because(insideSentence(plain, index)), stems: stemsFor(index, asked), meaning },
    ];
  });
}

/** Returns the stems that don't occur everywhere in a transcript. */
function stemsFor({ sentences, postings }: TranscriptIndex, asked: string[]): ReadonlySet<string> {
  const most = Math.max(3, sentences.length * EVERYWHERE);
  return new Set(asked.filter((stem) => (postings.get(stem)?.length ?? 0) <= most));
}

/** 'Head of Marketing at Apple' becomes 'head of marketing at Apple': titles are typed with capitals, names have them. */
function insideSentence(words: string, { lines, cased }: TranscriptIndex): string {
  const isSmall = (word: string) =>
    isStopWord(word) || NO_NAMES.has(stemOf(word)) || (cased && smallWordsIn(lines).has(word));
  const [title = '', ...employer] = words.split(EMPLOYER);
  const small = title.replace(CAPITALISED, (run) =>
    run.split(' ').every((word) => isSmall(word.toLowerCase())) ? run.toLowerCase() : run,
  );
  return [small, ...employer].join('');
}

const EMPLOYER = /( (?:at|@) .*)/;
/** Not 'HR'. Words in a row are taken as one, because 'Old Mill' is one name. */
const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*(?![\p{L}\p{N}])/gu;

/** 'HR lead' becomes 'you lead HR'; others work as what they are. */
function workAs(role: string): string {
  const [, of, before = of] = LEADS.exec(role) ?? [];
  if (before !== undefined) return `lead ${before}`;
  const article = /^(?:an?|the) /i.test(role) ? '' : /^(?:[aeiou]|hr\b)/i.test(role) ? 'an ' : 'a ';
  return `work as ${article}${role}`;
}

const LEADS =
  /^(?:(?:the )?(?:head|director|vp|vice president|lead|chief) (?:of|for) (.+)|(.+?) (?:lead|leader|head))$/i;

function aim(goals: string): string {
  const plain = goals.replace(/^(?:i want to|i'd like to|to|my goal is to) /i, '');
  // A goal begins with a verb, unless it begins with an abbreviation.
  return plain.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase());
}
