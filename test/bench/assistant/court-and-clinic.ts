/** Compares insights of court arguments and doctor's visits with what experts wrote about them. */
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { topicStems } from '../../../worker/assistant/language/words.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { seededChance } from '../../../worker/platform/seeded-random.ts';
import { ask, insightOf, NOBODY, quotationsIn } from './assistant-under-test.ts';
import { meanRouge, type Rouge, rouge } from './rouge.ts';
import { cases, isNameHeldOut, visits } from './transcripts.ts';

export interface CoverageFigures {
  episodes: number;
  /** The share of the expert's topic words that the insight's quotations contain. */
  covered: number;
  /** The same for as many words of random sentences. */
  random: number;
}

const LAWYER = { ...NOBODY, industry: 'law', role: 'litigator' };
const DOCTOR = { ...NOBODY, industry: 'health', role: 'family physician' };

/** The question presented to the court. */
export function measureCourt(heldOut: boolean): Promise<CoverageFigures> {
  const some = cases().filter(({ id }) => isNameHeldOut(id) === heldOut);
  return coverage(
    some.map(({ episode, question }) => ({ episode, expert: question })),
    LAWYER,
  );
}

/** The doctor's note. */
export function measureClinic(heldOut: boolean): Promise<CoverageFigures> {
  const some = visits().filter(({ id }) => isNameHeldOut(id) === heldOut);
  return coverage(
    some.map((visit) => ({ episode: visit, expert: visit.note })),
    DOCTOR,
  );
}

/** What people ask about a visit, and the section of the doctor's note that answers it. */
const ASKED_OF_VISITS: { section: RegExp; questions: string[] }[] = [
  {
    section: /^(?:CHIEF COMPLAINT|CC:?)$/,
    questions: ['Why did the patient come in?', 'What is the complaint?', 'What brought her here?'],
  },
  {
    section: /^(?:PHYSICAL )?EXAM(?:INATION)?$/,
    questions: ['What did the exam show?', 'What did the doctor find when examining him?'],
  },
  { section: /^RESULTS$/, questions: ['What did the tests show?', 'What were the lab results?'] },
  {
    section: /^(?:ASSESSMENT|IMPRESSION|ASSESSMENT AND PLAN)$/,
    questions: ['What is the diagnosis?', 'What does the patient have?'],
  },
  {
    section: /^(?:PLAN|ASSESSMENT AND PLAN)$/,
    questions: ['What is the plan?', 'What is the treatment?', 'What should the patient do?'],
  },
  {
    section: /^INSTRUCTIONS$/,
    questions: ['When should the patient come back?', 'When is the follow-up?'],
  },
];

const ASKED_OF_CASES = [
  'What is the question presented?',
  'What is the legal issue?',
  'What does the court have to decide?',
];

export interface AskedFigures {
  questions: number;
  /** F1 of the answers' quotations with what an expert wrote, in percent. */
  rougeOne: number;
}

/** Compares answers with the sections of the doctors' notes that answer the same. */
export async function measureAskedOfVisits(heldOut: boolean): Promise<AskedFigures> {
  const scores: Rouge[] = [];
  for (const visit of visits().filter(({ id }) => isNameHeldOut(id) === heldOut)) {
    for (const { section, questions } of ASKED_OF_VISITS) {
      const expert = sectionsOf(visit.note, section);
      if (expert !== '') scores.push(...(await compared(visit, questions, expert)));
    }
  }
  return { questions: scores.length, rougeOne: meanRouge(scores).one };
}

/** Compares answers with the questions presented to the court. */
export async function measureAskedOfCases(heldOut: boolean): Promise<AskedFigures> {
  const scores: Rouge[] = [];
  for (const one of cases().filter(({ id }) => isNameHeldOut(id) === heldOut)) {
    scores.push(...(await compared(one.episode, ASKED_OF_CASES, one.question)));
  }
  return { questions: scores.length, rougeOne: meanRouge(scores).one };
}

async function compared(
  episode: AssistantEpisode,
  questions: string[],
  expert: string,
): Promise<Rouge[]> {
  const scores: Rouge[] = [];
  for (const question of questions) {
    scores.push(rouge(quotationsIn(await ask(episode, question)).join(' '), expert));
  }
  return scores;
}

/** Returns the text under matching headings, which are in capitals. */
function sectionsOf(note: string, heading: RegExp): string {
  let isWanted = false;
  return note
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => {
      const isHeading = /^[A-Z][A-Z &/]+:?$/.test(line);
      if (isHeading) isWanted = heading.test(line);
      return isWanted && !isHeading && line !== '';
    })
    .join('\n');
}

async function coverage(
  pairs: { episode: AssistantEpisode; expert: string }[],
  reader: typeof NOBODY,
): Promise<CoverageFigures> {
  let covered = 0;
  let random = 0;
  for (const { episode, expert } of pairs) {
    const said = [...new Set(quotationsIn(await insightOf(episode, reader)))].join(' ');
    covered += share(expert, said);
    const { sentences } = indexOf(episode.lines);
    const ROUNDS = 10;
    for (let round = 0; round < ROUNDS; round++) {
      let words = 0;
      const taken = seededChance(`${episode.id}${round}`)
        .shuffle(sentences)
        .filter((sentence) => {
          if (words >= said.split(' ').length) return false;
          words += sentence.words;
          return true;
        });
      random += share(expert, taken.map(({ text }) => text).join(' ')) / ROUNDS;
    }
  }
  const count = Math.max(1, pairs.length);
  return {
    episodes: pairs.length,
    covered: (100 * covered) / count,
    random: (100 * random) / count,
  };
}

function share(expert: string, said: string): number {
  const wanted = new Set(topicStems(expert));
  const held = new Set(topicStems(said));
  return [...wanted].filter((stem) => held.has(stem)).length / Math.max(1, wanted.size);
}
