/**
 * Chooses the seed for sampling hostile texts, once for all processes of a run, and prints how to
 * repeat it.
 */
export default function announceSample(): void {
  if (process.env.HOSTILE === 'all' || process.env.HOSTILE_SEED !== undefined) return;
  process.env.HOSTILE_SEED = String(Math.floor(Math.random() * 1_000_000));
  console.log(
    `A sample of the hostile texts: HOSTILE_SEED=${process.env.HOSTILE_SEED} (all of them: npm run test:hostile)`,
  );
}
