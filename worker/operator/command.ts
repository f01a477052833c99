/** What the operator's commands share: how they end. */

/** Wrong usage, or a state the operator can change; only its message is printed. */
export class UsageError extends Error {}

/** Runs a command. Foreseen errors print their message, others their stack; both exit with 1. */
export function runCommand(
  main: () => Promise<void>,
  inWords: (error: unknown) => unknown = (error) => error,
): void {
  main().catch((error: unknown) => {
    console.error(error instanceof UsageError ? error.message : inWords(error));
    process.exitCode = 1;
  });
}
