/** What a quiz result is told, best first; the last threshold covers the rest. */
const PERFORMANCE = [
  { fromPercent: 90, message: "Excellent! You're a podcast expert!" },
  { fromPercent: 70, message: "Great job! You've been paying attention." },
  { fromPercent: 50, message: 'Good effort! Keep learning.' },
  { fromPercent: 0, message: "Keep trying! There's always more to learn." },
];

/** Returns the message for a share of correct answers. */
export function performanceMessage(score: number, totalQuestions: number): string {
  const percent = (score / totalQuestions) * 100;
  return PERFORMANCE.find(({ fromPercent }) => percent >= fromPercent)?.message ?? '';
}
