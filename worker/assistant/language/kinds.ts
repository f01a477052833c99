/**
 * Earnings calls, court arguments and doctor's visits: how to recognise them, and what matters and is usually
 * asked there. Sources: see `english.ts`.
 */

import { FRAME_WORDS, wordSet } from './english.ts';
import { phrases } from './phrases.ts';
import { GIVES_EXAMPLE, PAST } from './speech-cues.ts';
import { stemsOf, wordsOf } from './words.ts';

export type EpisodeKind = 'earnings' | 'argument' | 'clinic' | 'talk';

/** The signs of a kind of episode. */
export interface KindSigns {
  kind: EpisodeKind;
  /** Words that reveal the kind, and how often they occur per thousand words. */
  cues: RegExp;
  perThousandWords: number;
  /** A phrase that every such episode has. */
  required: RegExp;
  /** With more people, it is another kind. */
  maxSpeakers?: number;
}

export const KINDS: KindSigns[] = [
  {
    kind: 'argument',
    cues: phrases('giu')`
      your honou?r | may it please the court | petitioners? | respondents? | mr\. chief justice
      justice \p{Lu}\w+ | statut\w+
      the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|d\.c\.) circuit
      amicus | plaintiffs? | defendants?
    `,
    perThousandWords: 2,
    required: /\b(?:may it please the court|your honou?r|mr\. chief justice)\b/i,
  },
  {
    kind: 'earnings',
    cues: phrases('gi')`
      earnings (?:call|per share) | (?:first|second|third|fourth) quarter | full[- ]year | fiscal (?:year|20)
      guidance | operating margin | gross margin | basis points | free cash flow | ebitda\w* | year over year
      conference call | net income | adjusted
    `,
    perThousandWords: 4,
    required:
      /\b(?:earnings (?:call|webcast)|conference call|results (?:call|webcast)|quarter\w* (?:\w+ ){0,4}(?:results|earnings|call))\b/i,
  },
  {
    kind: 'clinic',
    maxSpeakers: 3,
    cues: phrases('gi')`
      milligrams? | mg | blood pressure | physical exam\w* | symptoms? | prescri\w+ | x-?ray
      your (?:lungs|heart|blood|knee|shoulder|back|medications?|labs?)
      shortness of breath | side effects | dosage | refill\w* | follow[- ]up | swelling | allergies
      tenderness
    `,
    perThousandWords: 3,
    required: phrases('i')`
      go ahead and (?:order|prescribe|get|do) | i'd like to (?:order|get|start|prescribe|refer)
      i(?:'m going to|'ll| will) (?:order|prescribe|refer|examine)
      (?:your|physical) exam | take a (?:quick )?(?:look|listen)
      what (?:brings|brought) you (?:in|here) | where (?:does it hurt|is the pain)
      (?:does|did) (?:it|that|this) hurt (?:when|if|here|there) | how long have you had
      (?:are|were) you (?:currently )?(?:taking|on) any | any (?:known |drug )?allergies
      (?:let me|i'll|i will|can i|may i|i'm going to) (?:just )?(?:examine|feel|press|listen to your|check your|look at your|have a (?:quick )?(?:look|feel|listen))
      (?:i'll|i will|i'm going to) (?:give|write) you (?:\w+ ){0,3}?(?:prescription|tablets|cream|course)
      come back (?:and|to) see me
    `,
  },
];
/** What the speakers of a visit are called. */
export const SPEAKS_IN_CLINIC = /^(?:doctor|dr|physician|clinician|nurse|patient)\b/i;

/** The phrases that matter in each kind of episode, with weights. */
export const SALIENCE_CUES: Record<EpisodeKind, [RegExp, number][]> = {
  earnings: [
    [
      /[$€£]\s?\d|\d(?:[\d.,]*)\s?(?:%|percent|basis points|million|billion|points)\b|\b(?:two|three|four|five|six|seven|eight|nine|ten)(?: and a half)? (?:percent|points|basis points)\b/gi,
      0.9,
    ],
    [
      phrases('gi')`
        revenues? | (?:net )?sales | margins? | earnings | eps | income | profit | loss | cash flow
        ebitda\w* | bookings | orders | backlog | volumes? | production | occupancy | retention
        members(?:hip)? | customers | costs? | leverage | debt | deposits | loans | charge-offs | inventory
        dividend | buyback | repurchase\w*
      `,
      0.35,
    ],
    [
      /\b(?:guidance|outlook|we (?:now )?expect|forecast|we (?:raise|lower|reaffirm|reiterate)|should be|full[- ]year|for the (?:year|quarter)|target)\b/gi,
      0.6,
    ],
    [
      phrases('gi')`
        grew | rose | increased | up | fell | declined | decreased | down | improved | expanded | widened
        narrowed | record | compared with | versus | from a year ago | year over year
      `,
      0.35,
    ],
  ],
  argument: [
    [
      phrases('gi')`
        the question(?: presented)? | the issue | this case | whether | we (?:ask|submit|contend|urge)
        our (?:position|argument|view) | the court should | (?:affirm|reverse|vacate|hold|overrule)\w*
      `,
      0.7,
    ],
    [
      phrases('gi')`
        because | therefore | the reason | text | statute | congress | constitution\w* | precedent
        petitioners? | respondents? | requires? | violat\w+ | amendment | clause | provision | circuit
      `,
      0.3,
    ],
  ],
  clinic: [],
  talk: [],
};

/** Capitalised words that don't begin a sentence. */
export const NAMES = /(?<=[a-z,] )\p{Lu}\p{Ll}+/gu;
/** How speakers refer to themselves or to each other. */
const SPEAKERS = /\b(?:i|me|my|mine|you|your)\b/gi;

/** Factors for a sentence's worth, applied for each match; without the flag `g`, once. */
export const SALIENCE_FACTORS: Record<EpisodeKind, [RegExp, factor: number][]> = {
  talk: [
    [/\b(?:i|me|my|mine)\b/gi, 0.55],
    [/\b(?:we|our|us|he|she|him|her|his)\b/gi, 0.75],
    [NAMES, 0.75],
    [PAST, 0.75],
    [/\b(?:is|are|isn['’]t|aren['’]t)\b|['’](?:s|re)\b/i, 1.5],
    [GIVES_EXAMPLE, 0.2],
  ],
  earnings: [[SPEAKERS, 0.5]],
  argument: [[SPEAKERS, 0.5]],
  // A visit is about these two people: with 0.6 or 1, insights cover less of the doctor's note.
  clinic: [[SPEAKERS, 0.8]],
};

/** Words that matter in a visit to the doctor, together with those of similar meaning. */
export const MEDICAL = wordSet(`
  pain swelling symptom diagnosis disease medication prescription dose surgery blood pressure fever cough fracture
  infection exam heart lung diabetes therapy milligram injury`);

/**
 * What people ask in the words of their field, where the episode uses others: nobody says 'follow-up' or
 * 'complaint' there.
 */
export interface UsualQuestion {
  asks: RegExp;
  /** What a sentence that answers contains. */
  says: RegExp;
  /** What it doesn't contain. */
  except?: RegExp;
  /** Whether it also contains a figure. */
  hasFigure?: boolean;
  max?: number;
  /**
   * Whether it only applies if the episode doesn't use the question's own words, which would find the answer.
   */
  isSynonym?: boolean;
  /** Whether each side's position in court answers it. */
  isOfSides?: boolean;
}

/** Matches what a doctor says that a patient has. */
export const DIAGNOSIS =
  /\b(?:diagnos\w+|impression|assessment|(?:i think|means?|so|that) you(?:'ve| have)(?: probably| likely)?(?: got)?|you (?:probably |likely |do |may |might )have|(?:this|that|it)(?:'s| is) (?:called|what we call|known as)|i (?:think|suspect|believe|suppose) (?:you|this|that|it|we)(?:'re| are|'s| is|'ve)|consistent with|(?:first|second|third|next|other) (?:problem|diagnosis)|suffer\w*|sign of|(?:is|are|'s) (?:\w+ )?(?:due to|caused by)|(?<!\bthat )looks like)\b/i;

/** Matches what a doctor says and asks for while examining somebody: 'I'm going to touch your neck.' */
const EXAMINES =
  /\b(?:deep breath|breathe|swallow|touch|feel|press|(?:lean|lie|lay|sit) (?:back|down|up)|listen to|take a look|look at|examine)\b/i;

export const USUAL_QUESTIONS: Record<Exclude<EpisodeKind, 'talk'>, UsualQuestion[]> = {
  clinic: [
    {
      asks: /\bwhy\b.*\b(?:here|come|came|coming|visit\w*|seen|seeing|appointment)\b|\bwhat (?:brings|brought)\b|\bcomplain\w*|\breason for (?:\w+ )?(?:visit|appointment)\b/,
      says: /\b(?:presents?|presenting|complain\w*|\d+ ?-?year[- ]old\b.*\b(?:with|who|for)|here (?:for|today|with|because|to)|in (?:the |our )?(?:office|clinic) (?:for|today|with)|came in (?:for|with|because|today|to))\b/i,
      max: 2,
    },
    {
      asks: /\b(?:(?:come|comes|coming|bring \w+|be|have \w+) back|return|follow[- ]?ups?|see (?:him|her|them|the \w+) again|next (?:visit|appointment|time))\b/,
      says: /\b(?:see you|(?:come|call|be) back|return|follow[- ]?up|(?:like|want|need|have) you (?:back |in )?(?:here|back|in))\b[^.]{0,120}\b(?:days?|weeks?|months?|years?|tomorrow|\w{3,6}days?)\b|\bif (?:you|it|the|that|there)\b[^.]{0,120}\b(?:call|come back)\b/i,
    },
    {
      asks: /\bsymptoms?\b/,
      says: /\bhere (?:for|with|because of)\b|\bI(?:['’](?:ve|m)| have| had| am)?(?: \w+){0,2} (?:feel\w*|felt|notic\w+|find myself|hurts?|ache\w*|pain\w*|swell\w*|dizzy|tired|trouble|short of breath|nause\w+|cough\w*|fever)\b/i,
    },
    {
      asks: /\b(?:(?:medical|past|health) history|(?:medical |chronic )?conditions?|comorbidit\w+|(?:chronic|other|previous|existing) (?:illness\w*|diseases?|problems?)|history of the patient|patient['’]?s? history)\b/,
      says: /\b(?:history (?:of|significant for|includes?)|medical history|diagnosed with)\b/i,
    },
    {
      asks: /\b(?:medications?|medicines?|meds|drugs?|pills?|dos(?:es?|ages?)|prescri\w+)\b/,
      says: /\b(?:milligrams?|micrograms?|mg|mcg|tablets?|pills?|inhalers?|puffs?|(?:once|twice) (?:a|per) day|(?:once|twice) daily|medications?|prescri\w+|refill\w*|ointment|\w{3,}(?:cillin|pril|sartan|statin|formin|olol|azole|amine|prazole|oxicam|profen|thasone|sone|mycin|micin|pam|dipine|gliptin|xaban|semide|thiazide|cycline|floxacin|gliflozin|triptan|terol|dronate|oxetine|tyline|acetamol))\b/i,
    },
    {
      asks: /\b(?:tests?|labs?|blood ?work|imaging|x-?rays?|scans?|ordered)\b/,
      says: /\b(?:x-?rays?|mri|ct|labs?|blood ?(?:work|test)|ultrasound|biopsy|ekg|echo\w*|panel|culture|test|imaging|a1c)\b/i,
    },
    {
      asks: /\b(?:diagnos\w+|assessment|impression|what (?:does|do) (?:he|she|they|the patient) (?:have(?! to\b)|suffer from)|what(?:'?s| is| (?:does|do) .* think (?:is|it is))(?: the)? (?:wrong|matter)|what does the doctor think)\b/,
      says: DIAGNOSIS,
    },
    {
      asks: /\b(?:plan|treat\w*|therapy|next steps?|what(?:'?s| is| happens| comes) (?:next|now|then|after)|recommend\w*|advi[sc]e\w*)\b|\b(?:should (?:he|she|they|the patient)|(?:he|she|they|the patient) (?:ha(?:s|ve)|needs?) to)\b/,
      says: /\b(?:(?:i|we)(?:'d| would) like|(?:i|we)(?:'m| am|'re| are)? (?:going to|gon na|want|wan na|recommend)|(?:i|we)(?:'ll| will)|you (?:should|need to)|let's|go ahead and|refer\w*|continue|(?:so|then|and) (?:stop|start|take|keep)|(?:start|come back|take (?:it|one|two|this)) (?:\w+ ){0,3}?(?:on|in|every|from|twice|once))\b/i,
      except: EXAMINES,
      max: 5,
    },
  ],
  earnings: [
    {
      asks: /\b(?:outlook|guidance|guid(?:es?|ed|ing)|forecasts?|expect(?:s|ed|ations?)?|going forward|next (?:year|quarter))\b/,
      says: /\b(?:guidance|outlook|forecast|(?:we|to) (?:now |still |also )?(?:expect|anticipate|assume)|we (?:now|still) see|(?:rais|lower|narrow|reaffirm|reiterat|maintain)(?:e[sd]?|ed|ing|s)? (?:our|adjusted|eps|revenues?|(?:the )?(?:full|outlook|guidance|range|forecast|low|high|mid|top|bottom))|should be|target\w*)\b/i,
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
      says: /\b(?:cash flows?|cash conversion|(?:free|generated|operating) cash)\b/i,
      hasFigure: true,
      isSynonym: true,
    },
    {
      asks: /\b(?:profits?|earnings|eps|net income|bottom line)\b/,
      says: /\b(?:earnings per share|eps|(?:net|operating|adjusted) (?:income|loss|profit|earnings)|ebitda\w*)\b/i,
      hasFigure: true,
      isSynonym: true,
    },
    {
      asks: /\b(?:revenues?|sales|turnover|top line)\b/,
      says: /^(?!.*\bexpect).*\b(?:revenues?|sales|turnover)\b/i,
      hasFigure: true,
      isSynonym: true,
    },
  ],
  argument: [
    {
      asks: /\bquestion presented\b|\blegal (?:issue|question)s?\b|\b(?:issue|question) (?:in|of|before|at)\b|\bto decide\b|\bat stake\b/,
      says: /\b(?:the (?:only |narrow )?(?:question|issue)|whether|this case|the court should)\b/i,
      isOfSides: true,
    },
    {
      asks: /\b(?:ask(?:s|ed|ing)?|want(?:s|ed|ing)?|seek(?:s|ing)?)\b.*\b(?:court|justices|judges?)\b|\b(?:relief|remedy)\b/,
      says: /\b(?:(?:ask|urge|request)\w* (?:that )?(?:you|th(?:e|is) court) (?:to|should)|(?:you|court) should|affirm(?:ed|ance)?|revers(?:e|ed|al)|vacat(?:e|ed)|remand(?:ed)?|new trial)\b/i,
    },
  ],
};

/** Words so common there that they aren't topics. */
export const DOMAIN_STOP_STEMS = stemsOf([
  ...FRAME_WORDS,
  ...wordsOf(
    'patient doctor physician visit appointment company quarter year new range raise lower cut change update court case justice judge prescribe order main legal take result argue argument claim contend position want side represent speak appear',
  ),
]);
