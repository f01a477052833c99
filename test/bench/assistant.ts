/**
 * Measures the embedded assistant on meetings, podcasts, court arguments and doctor's visits that others
 * recorded, and on calls and questions that we wrote. `DRIPCAST_CORPORA` names the folder of collections;
 * missing ones are reported and skipped. Parameters are tuned on one half (`-- --tuning` prints it) and
 * reported on the other.
 */

import { episodeOf } from './assistant/assistant-under-test.ts';
import { type ConversationFigures, measureConversations } from './assistant/conversations.ts';
import {
  measureAskedOfCases,
  measureAskedOfVisits,
  measureClinic,
  measureCourt,
} from './assistant/court-and-clinic.ts';
import { earningsCalls, measureEarnings } from './assistant/earnings.ts';
import { measureForeignQuestions } from './assistant/foreign.ts';
import { measureInsights } from './assistant/insight-bench.ts';
import { measureForeign, measureMeetingQa } from './assistant/meetingqa.ts';
import { measureOtherWords, questionsIn } from './assistant/other-words.ts';
import { type Domain, readMeetings } from './assistant/qmsum.ts';
import { longTranscripts, measureQuizzes } from './assistant/quiz-bench.ts';
import { measureTimes } from './assistant/quotation-times.ts';
import { measureRecognised } from './assistant/recognised-requests.ts';
import { measureRequests } from './assistant/requests.ts';
import {
  bm25,
  measureRetrieval,
  ours,
  type RetrievalFigures,
} from './assistant/retrieval-bench.ts';
import { measureSpeed } from './assistant/speed-bench.ts';
import { measureSpokenSquad } from './assistant/spoken-squad.ts';
import { measureStatements } from './assistant/statements.ts';
import {
  measureAnswers,
  measureQuoted,
  measureSummaries,
  type Scores,
} from './assistant/summary-bench.ts';
import { measureNames } from './assistant/topic-names.ts';
import { cases, episodeNamed, isNameHeldOut, visits } from './assistant/transcripts.ts';
import { CORPORA } from './corpora-folder.ts';

const isTuning = process.argv.includes('--tuning');
const heldOut = !isTuning;
const half = isTuning ? 'tuning half' : 'held out';
/** The suites to run; by default all. */
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const PROBLEMS_SHOWN = process.argv.includes('--problems') ? 40 : 3;

const one = (figure: number) => figure.toFixed(1).padStart(6);

function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

function sayFigure(name: string, figure: number, unit = '%'): void {
  say(`  ${name.padEnd(44)}${one(figure)} ${unit}`);
}

function sayProblems(problems: string[]): void {
  for (const problem of problems.slice(0, PROBLEMS_SHOWN)) say(`  ! ${problem}`);
}

function sayRetrieval(name: string, figures: RetrievalFigures): void {
  const { hit1, hit5, mrr, recall5 } = figures;
  say(`  ${name.padEnd(34)}${one(hit1)}${one(hit5)}${one(mrr)}${one(recall5)}`);
}

function sayScores(scores: Scores): void {
  for (const { name, score } of scores) {
    const [r1, r2, l] = [score.one, score.two, score.l].map((figure) =>
      figure.toFixed(2).padStart(7),
    );
    say(`  ${name.padEnd(34)}${r1}${r2}${l}`);
  }
}

function sayQuoted(name: string, figures: ConversationFigures['questions']): void {
  const { all, quoted, first, denied } = figures;
  say(`\n${name}: ${all}`);
  sayFigure('the answer quotes the place', (100 * quoted) / all);
  sayFigure('as the first', (100 * first) / all);
  sayFigure('says that nobody says it', (100 * denied) / all);
}

const DOMAINS: Domain[] = ['academic', 'product', 'committee'];
const meetings = readMeetings().filter((meeting) => meeting.heldOut === heldOut);
const court = cases().filter(({ id }) => isNameHeldOut(id) === heldOut);
const talked = [...new Set(questionsIn('other-words.txt').map(({ name }) => name))]
  .filter((name) => isNameHeldOut(name) === heldOut)
  .flatMap((name) => episodeNamed(name) ?? []);
const clinic = visits().filter(({ id }) => isNameHeldOut(id) === heldOut);
const calls = earningsCalls().map(({ episode }) => episode);
const mixed = [
  ...calls,
  ...court.slice(0, 8).map(({ episode }) => episode),
  ...clinic.slice(0, 8),
  ...talked.slice(0, 12),
  ...meetings.slice(0, 8).map(({ lines }) => episodeOf(lines)),
];

const SUITES: Record<string, () => Promise<void>> = {
  async passages() {
    for (const domain of [...DOMAINS, 'all'] as const) {
      const some = meetings.filter((meeting) => domain === 'all' || meeting.domain === domain);
      const plain = await measureRetrieval(some, bm25);
      say(`\nQMSum, ${domain}: ${some.length} meetings, ${plain.queries} specific queries`);
      say(`  ${'200-word passages of whole turns'.padEnd(34)} hit@1 hit@5   MRR  rec@5`);
      sayRetrieval('BM25 with who speaks', plain);
      sayRetrieval('embedded', await measureRetrieval(some, ours));
    }
  },

  async topics() {
    for (const domain of DOMAINS) {
      const some = meetings.filter((meeting) => meeting.domain === domain);
      const { parts, first, any } = measureNames(some);
      say(`\nQMSum, names of ${parts} parts: ${domain}`);
      sayFigure("the first phrase has a word of people's name", first);
      sayFigure('either has', any);
    }
  },

  async answers() {
    say('\nQMSum, answers to specific queries               R-1    R-2    R-L');
    sayScores(await measureAnswers(meetings));
    const { queries, first, any } = await measureQuoted(meetings);
    say(`\nQMSum, quotations from the right turns: ${queries} specific queries`);
    sayFigure('the first of the answer', first);
    sayFigure('any of the answer', any);
  },

  async summaries() {
    say('\nQMSum, whole meetings                            R-1    R-2    R-L');
    sayScores(await measureSummaries(meetings));
  },

  async insights() {
    const { episodes, shares } = await measureInsights(heldOut);
    say(`\nInsights of ${episodes} podcasts, by readers of the whole`);
    for (const { name, share, shown } of shares) sayFigure(name, share, `% of ${shown}`);
  },

  async words() {
    const figures = await measureOtherWords(heldOut);
    say(`\nQuestions in other words: ${figures.questions}`);
    sayFigure('the place is the first', figures.first);
    sayFigure('among the first three', figures.firstThree);
    sayFigure('among the first five', figures.firstFive);
    sayFigure('the answer quotes it', figures.quoted);
    sayFigure('as the first', figures.quotedFirst);
    sayFigure('a model is sent it', figures.sent);
    sayFigure('says that it found none', figures.declined);
    sayProblems(figures.missing);
  },

  async conversations() {
    const { questions, followUps, absent, problems } = await measureConversations(heldOut);
    sayQuoted('Questions as people write', questions);
    sayQuoted('Follow-ups', followUps);
    say(`\nQuestions about what nobody says: ${absent.all}`);
    sayFigure('are told so', (100 * absent.told) / absent.all);
    sayProblems(problems);
  },

  async declining() {
    const { own, foreign } = await measureForeign(meetings);
    say("\n'Found none', QMSum queries");
    sayFigure('put to their own meeting (wrongly)', own);
    sayFigure('put to a meeting of another kind (rightly)', foreign);
    const strange = await measureForeignQuestions(mixed);
    sayFigure(`${strange.questions} foreign questions (rightly)`, strange.declined);
    sayProblems(strange.answered);
  },

  async requests() {
    const { requests, refused, formed, inForm, problems } = await measureRequests(mixed);
    say(`\n${requests} requests about whole episodes, and for somebody`);
    sayFigure('refused', refused, '');
    sayFigure(`in the form asked for, of ${formed}`, inForm, '');
    sayProblems(problems);
    for (const recognised of measureRecognised(mixed, heldOut)) {
      const { part, requests: total, questions, ...counts } = recognised;
      say(`\n${total} requests and ${questions} questions ${part}`);
      if (total > 0) {
        sayFigure('requests recognised', (100 * counts.recognised) / total);
        sayFigure('as what they ask for', (100 * counts.asMeant) / total);
      }
      sayFigure('questions taken for requests', (100 * counts.mistaken) / questions);
    }
  },

  async earnings() {
    const figures = await measureEarnings();
    say(`\n${figures.calls} earnings calls, ${figures.figures} results and forecasts`);
    sayFigure('quoted by an insight for finance', figures.kept);
    sayFigure('by as many words of random sentences', figures.random);
    sayFigure('quoted of all words', figures.length);
  },

  async court() {
    const figures = await measureCourt(heldOut);
    say(`\n${figures.episodes} court arguments: words of the question presented`);
    sayFigure('in the insight for a lawyer', figures.covered);
    sayFigure('in as many words of random sentences', figures.random);
    const { questions, rougeOne } = await measureAskedOfCases(heldOut);
    say(`\n${questions} questions what is to be decided, ROUGE-1 with the question presented`);
    sayFigure('chat answer as given', rougeOne);
  },

  async clinic() {
    const figures = await measureClinic(heldOut);
    say(`\n${figures.episodes} visits at a doctor's: words of the doctor's note`);
    sayFigure('in the insight for a doctor', figures.covered);
    sayFigure('in as many words of random sentences', figures.random);
    const { questions, rougeOne } = await measureAskedOfVisits(heldOut);
    say(`\n${questions} questions about them, ROUGE-1 with the section that answers`);
    sayFigure('chat answer as given', rougeOne);
  },

  async times() {
    const timed = [...talked, ...court.slice(0, 20).map(({ episode }) => episode), ...calls];
    const figures = await measureTimes(timed);
    say(`\nFrom the time shown to the quotation, ${figures.quotations} quotations`);
    sayFigure('median', figures.medianSeconds, 's');
    sayFigure('worst', figures.worstSeconds, 's');
  },

  async meetingqa() {
    for (const verbatim of [true, false]) {
      const asked = await measureMeetingQa(verbatim);
      if (asked.answerable + asked.unanswerable === 0) continue;
      const how = verbatim ? 'that stand in the transcript word for word' : 'in other words';
      say(`\nMeetingQA, questions ${how}:`);
      sayFigure(`${asked.unanswerable} unanswerable, said so`, asked.saidSo);
      sayFigure(`${asked.answerable} answerable, said so wrongly`, asked.saidSoWrongly);
      sayFigure('answered: quotes a right sentence', asked.quotesTheAnswer);
    }
  },

  async statements() {
    for (const [file, name] of [
      ['statements.txt', 'Statements of others, in their own words'],
      ['model-statements.txt', "Statements written in a model's place, to its prompts"],
    ] as const) {
      const { truths, kept, lies, passed, problems } = measureStatements(file, heldOut);
      say(`\n${name}`);
      sayFigure(`${truths} true ones: kept`, (kept / Math.max(1, truths)) * 100);
      sayFigure(`${lies} false ones: pass for true`, (passed / Math.max(1, lies)) * 100);
      sayProblems(problems);
    }
  },

  async spoken() {
    for (const { name, questions, contains } of await measureSpokenSquad()) {
      say(`\nSpoken-SQuAD, ${name}: ${questions} questions asked of the whole article`);
      sayFigure("the answer's words are quoted", contains);
    }
  },

  async quiz() {
    const quiz = await measureQuizzes(longTranscripts(heldOut));
    say(`\nQuiz on ${quiz.transcripts} long transcripts: ${quiz.questions} questions`);
    sayFigure('quizzes that could not be made', quiz.none, '');
    sayFigure('valid in form', quiz.wellFormed, '');
    sayFigure('the right option was said', quiz.rightIsSaid, '');
    sayFigure('no wrong option was said there', quiz.wrongIsNotSaid, '');
    sayFigure('no wrong option passes for true', quiz.wrongIsFalse, '');
    sayFigure('questions with a blank', quiz.blanks, '');
    for (const { name, right } of quiz.guessed) sayFigure(`guessed: ${name}`, right);
    sayProblems(quiz.problems);
  },

  async speed() {
    const speed = await measureSpeed(longTranscripts(heldOut));
    say(`\nA four-hour transcript (${speed.words} words), nothing known of it before`);
    sayFigure('answer', speed.answerMs, 'ms');
    sayFigure('insight', speed.insightMs, 'ms');
    sayFigure('quiz', speed.quizMs, 'ms');
  },
};

say(`Corpora: ${CORPORA}, ${half}`);
for (const [name, run] of Object.entries(SUITES)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
