/**
 * `npm run bench:review`: checks that the review's schedule equals that of `ts-fsrs` alone for 10,000 random
 * histories, and measures what a simulated reader remembers after 90 days, compared with fixed intervals and
 * with other orders of a backlog.
 */
import { differingHistories } from '../support/review-histories.ts';
import { seeded } from '../support/sample.ts';
import { fixedIntervals, fsrsIntervals } from './review/plans.ts';
import { ORDERS, type Outcome, simulate } from './review/simulated-reader.ts';

const HISTORIES = 10_000;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
const READERS = 40;

const differing = differingHistories(HISTORIES, 1, ZONES);
console.log(`${HISTORIES} random histories in ${ZONES.length} zones: ${differing.length} differ`);
for (const one of differing.slice(0, 5)) console.log(`  ${one}`);

/** The means of many readers. */
function mean(outcomes: Outcome[]): Outcome {
  const sum = (read: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + read(outcome), 0) / outcomes.length;
  return {
    remembered: sum((one) => one.remembered),
    rememberedStable: sum((one) => one.rememberedStable),
    reviewsPerDay: sum((one) => one.reviewsPerDay),
    itemsMet: sum((one) => one.itemsMet),
    known: sum((one) => one.known),
  };
}

function report(name: string, options: Omit<Parameters<typeof simulate>[0], 'random'>): void {
  const { remembered, rememberedStable, reviewsPerDay, itemsMet, known } = mean(
    Array.from({ length: READERS }, (_, reader) =>
      simulate({ ...options, random: seeded(reader + 1) }),
    ),
  );
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  console.log(
    `  ${name.padEnd(34)} remembered ${percent(remembered)} of reviews ` +
      `(${percent(rememberedStable)} where a day could pass), ` +
      `${reviewsPerDay.toFixed(1)} reviews a day, met ${itemsMet.toFixed(0)} items, ` +
      `would know ${known.toFixed(0)} on day 90 (${percent(known / itemsMet)})`,
  );
}

console.log(`\n${READERS} readers, 90 days, at most 20 items a day with 5 new ones:`);
report('FSRS', { plan: fsrsIntervals, order: ORDERS.likeliestFirst });
report('fixed: 1, 3, 7, 14, 30 days', {
  plan: fixedIntervals([1, 3, 7, 14, 30]),
  order: ORDERS.oldestFirst,
});
report('fixed: every 7 days', { plan: fixedIntervals([7]), order: ORDERS.oldestFirst });

const limitless = { perDay: 1_000, spread: 0 };
report('FSRS, no limit, average memory', {
  plan: fsrsIntervals,
  order: ORDERS.likeliestFirst,
  ...limitless,
});

console.log('\nThe same away from day 30 to day 60, by the order of the pile they come back to:');
const away = { from: 30, to: 60 };
report('likeliest still known first', { plan: fsrsIntervals, order: ORDERS.likeliestFirst, away });
report('longest overdue first', { plan: fsrsIntervals, order: ORDERS.oldestFirst, away });
report('likeliest forgotten first', { plan: fsrsIntervals, order: ORDERS.unlikeliestFirst, away });

process.exitCode = differing.length > 0 ? 1 : 0;
