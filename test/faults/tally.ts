/** Counts what was tried and what failed; prints one line per case. */

export class Tally {
  readonly #lines: string[] = [];
  readonly #broken: string[] = [];

  /**
   * @param what the case, as printed at the start of its line
   * @param faults what went wrong, one entry for each failed try
   * @param measured such as 'taken over after 12 s'
   */
  add(what: string, tried: number, faults: string[], measured = ''): void {
    const held = Math.max(0, tried - faults.length);
    const line = `${what}: ${held} of ${tried} held${measured && `; ${measured}`}`;
    this.#lines.push(line);
    console.log(`· ${line}`);
    for (const fault of faults) {
      console.log(`    ${fault}`);
      this.#broken.push(`${what}: ${fault}`);
    }
  }

  /** Whether something was tried and nothing failed. */
  get isGood(): boolean {
    return this.#lines.length > 0 && this.#broken.length === 0;
  }
}
