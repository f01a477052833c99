/** What was tried, and what did not hold; printed as one line a case. */

export class Tally {
  readonly #lines: string[] = [];
  readonly #broken: string[] = [];

  /**
   * @param what the case, as its line begins
   * @param faults what went wrong, one for each try that did not hold
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

  /** Whether everything held, and something was tried at all. */
  get isGood(): boolean {
    return this.#lines.length > 0 && this.#broken.length === 0;
  }
}
