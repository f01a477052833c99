/**
 * Counts the days kept in a row, up to today. One missed day between two kept ones is forgiven, two end the
 * streak. Today doesn't count as missed until it is over.
 *
 * @param keptDays newest first
 */
export function streakOf(keptDays: readonly number[], today: number): number {
  let streak = 0;
  let next = today;
  for (const day of keptDays) {
    if (day > today) continue;
    // Counted from today, yesterday may be the missed day.
    if (next - day > (streak === 0 ? 2 : 1)) break;
    streak += 1;
    next = day - 1;
  }
  return streak;
}
