/**
 * Days that somebody kept in a row, up to today. One missed day between two kept ones is forgiven,
 * two end it; today is not missed before it is over.
 *
 * @param keptDays newest first
 */
export function streakOf(keptDays: readonly number[], today: number): number {
  let streak = 0;
  let next = today;
  for (const day of keptDays) {
    if (day > today) continue;
    // From today: yesterday may be missed, and the day before is then the last one to count on.
    if (next - day > (streak === 0 ? 2 : 1)) break;
    streak += 1;
    next = day - 1;
  }
  return streak;
}
