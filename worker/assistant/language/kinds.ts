/**
 * Earnings calls, court arguments and doctor's visits: how to recognise them, and what matters there. Sources: see
 * `english.ts`.
 */

import { wordSet } from './english.ts';
import { phrases } from './phrases.ts';
import { GIVES_EXAMPLE, PAST } from './speech-cues.ts';

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
/** What the speakers of a visit are called: not 'Dr. Ruiz', who may be interviewed. */
export const SPEAKS_IN_CLINIC = /^(?:doctor|dr|physician|clinician|nurse|patient)\b[^\p{L}]*$/iu;

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

/** Matches what a doctor says that a patient has. */
export const DIAGNOSIS =
  /\b(?:diagnos\w+|impression|assessment|(?:i think|means?|so|that) you(?:'ve| have)(?: probably| likely)?(?: got)?|you (?:probably |likely |do |may |might )have|(?:this|that|it)(?:'s| is) (?:called|what we call|known as)|i (?:think|suspect|believe|suppose) (?:you|this|that|it|we)(?:'re| are|'s| is|'ve)(?! (?:\w+ )?things\b)|(?:this|that|it) (?:could|may|might) (?:well )?be (?:an? )?\w{5,}|consistent with|(?:first|second|third|next|other) (?:problem|diagnosis)|suffer\w*|sign of|(?:is|are|'s) (?:\w+ )?(?:due to|caused by)|(?<!\bthat )looks like)\b/i;

/** In court, a party of one of these names is called the state. */
export const US_STATES = new Set(
  `alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois,
  indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,
  nebraska,nevada,new hampshire,new jersey,new mexico,new york,north carolina,north dakota,ohio,oklahoma,oregon,
  pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,virginia,washington,
  west virginia,wisconsin,wyoming`.split(/,\s*/),
);
