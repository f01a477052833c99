/**
 * What the embedded assistant is worth, on meetings and podcasts that nobody here wrote.
 * `DRIPCAST_CORPORA` names the folder of collections; a missing collection is said and skipped.
 * Weights were tuned on one half of the meetings; what is printed is the other half, and all.
 */
import { CORPORA } from './assistant/corpora.ts';
import { measureForeign, measureUnanswerable } from './assistant/meetingqa.ts';
import { readMeetings } from './assistant/qmsum.ts';
import { longTranscripts, measureQuizzes } from './assistant/quiz-bench.ts';
import {
  bm25,
  measureRetrieval,
  ours,
  type RetrievalFigures,
} from './assistant/retrieval-bench.ts';
import { measureSpeed } from './assistant/speed-bench.ts';
import { measureSpokenSquad } from './assistant/spoken-squad.ts';
import { measureAnswers, measureSummaries, type Scores } from './assistant/summary-bench.ts';

const one = (figure: number) => figure.toFixed(1).padStart(6);

function say(line = ''): void {
  process.stdout.write(`${line}\n`);
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

say(`Corpora: ${CORPORA}`);
const meetings = readMeetings();
const heldOut = meetings.filter((meeting) => meeting.heldOut);
if (meetings.length === 0) say('QMSum: not found.');
else {
  for (const [part, some] of [
    ['held out', heldOut],
    ['all', meetings],
  ] as const) {
    const plain = measureRetrieval(some, bm25);
    say(`\nQMSum, specific queries, ${part}: ${some.length} meetings, ${plain.queries} queries`);
    say(`  ${'200-word passages of whole turns'.padEnd(34)} hit@1 hit@5   MRR  rec@5`);
    sayRetrieval('plain BM25', plain);
    sayRetrieval(
      'embedded',
      measureRetrieval(some, (meeting) => ours(meeting)),
    );
  }
  say('\nQMSum, answers to specific queries, held out     R-1    R-2    R-L');
  sayScores(measureAnswers(heldOut));
  say('\nQMSum, whole meetings, held out                  R-1    R-2    R-L');
  sayScores(measureSummaries(heldOut));
  const { own, foreign } = measureForeign(heldOut);
  say("\n'This episode doesn't seem to say', held-out QMSum queries");
  say(`  put to their own meeting            ${one(own)} % (wrongly)`);
  say(`  put to a meeting of other people    ${one(foreign)} % (rightly)`);
}

const asked = measureUnanswerable(() => true);
if (asked.answerable === 0) say('\nMeetingQA: not found.');
else {
  say(`\nMeetingQA: ${asked.unanswerable} unanswerable, ${asked.answerable} answerable questions`);
  say(`  unanswerable, said so               ${one(asked.saidSo)} %`);
  say(`  answerable, said so wrongly         ${one(asked.saidSoWrongly)} %`);
  say(`  answered: quotes a right sentence   ${one(asked.quotesTheAnswer)} %`);
}

const spoken = measureSpokenSquad();
if (spoken.length === 0) say('\nSpoken-SQuAD: not found.');
for (const { name, questions, contains } of spoken) {
  say(`\nSpoken-SQuAD, ${name}: ${questions} questions asked of the whole article`);
  say(`  the answer's words are quoted       ${one(contains)} %`);
}

const long = longTranscripts();
if (long.length === 0) say('\nLong transcripts: not found.');
else {
  const quiz = measureQuizzes(long);
  say(`\nQuiz on ${quiz.transcripts} long transcripts: ${quiz.questions} questions`);
  say(`  valid in form                       ${quiz.wellFormed}`);
  say(`  right answer stands where cited     ${quiz.rightIsCited}`);
  say(`  no wrong option stands there        ${quiz.noneElseRight}`);
  for (const problem of quiz.problems.slice(0, 5)) say(`  ! ${problem}`);
  const speed = await measureSpeed(long);
  say(`\nA four-hour transcript (${speed.words} words), nothing known of it before`);
  say(
    `  answer ${speed.answerMs.toFixed(0)} ms, insight ${speed.insightMs.toFixed(0)} ms, quiz ${speed.quizMs.toFixed(0)} ms`,
  );
}
