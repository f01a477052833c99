/**
 * Runs work that pauses, and returns how much of its CPU time the longest stretch without a pause took, 0 to 1.
 * A busy machine makes all of it slower, so the share stays.
 */
export async function longestStep(work: () => Promise<unknown>): Promise<number> {
  const cpu = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const began = cpu();
  let last = began;
  let longest = 0;
  let isOver = false;
  const lookAgain = () => {
    const now = cpu();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setTimeout(lookAgain, 0);
  };
  setTimeout(lookAgain, 0);
  await work();
  isOver = true;
  return Math.max(longest, cpu() - last) / (cpu() - began);
}
