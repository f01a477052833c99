/** How often a waiting request checks whether it is first. */
const POLL_MS = 15;
/** Long enough for timers that a stall has held up, far shorter than a poll. */
const MISSED_AGAIN_MS = 5;

/** A place in a line. Its holder calls `see` regularly to show that it is still running. */
export class Ticket {
  readonly #line: Ticket[];
  seenAt = Date.now();
  /** When it was first found not to have been seen for too long. */
  missedAt: number | null = null;

  constructor(line: Ticket[]) {
    this.#line = line;
    line.push(this);
  }

  /** Also true for a holder that was removed as gone because the machine stalled. */
  get isFirst(): boolean {
    return this.#line[0] === this || !this.#line.includes(this);
  }

  /** Records that the holder is still running. */
  see(): void {
    this.seenAt = Date.now();
    this.missedAt = null;
  }

  leave(): void {
    const place = this.#line.indexOf(this);
    if (place >= 0) this.#line.splice(place, 1);
  }
}

/**
 * Lets the requests of one isolate through one at a time, in the order in which they came.
 *
 * Those who wait poll instead of being woken: a promise of one request must not be awaited in another,
 * and a cancelled request never runs its `finally`, so what only it could resolve would block everyone
 * behind it.
 */
export class TicketLine {
  readonly #tickets: Ticket[] = [];
  readonly #goneAfterMs: number;

  /** @param goneAfterMs a holder not seen for this long loses its place */
  constructor(goneAfterMs: number) {
    this.#goneAfterMs = goneAfterMs;
  }

  get length(): number {
    return this.#tickets.length;
  }

  /**
   * Removes those who have not been seen for too long, but only once they are missed a second time: right
   * after a stall of the machine, nobody has been seen, and everybody is about to be.
   */
  removeGone(): void {
    const now = Date.now();
    for (const ticket of [...this.#tickets]) {
      if (now - ticket.seenAt <= this.#goneAfterMs) continue;
      ticket.missedAt ??= now;
      if (now - ticket.missedAt >= MISSED_AGAIN_MS) ticket.leave();
    }
  }

  /**
   * Waits until it is first. The caller must `leave` the ticket when it is done.
   *
   * @returns null if it did not get there within `patienceMs`
   */
  async enter(patienceMs = Number.POSITIVE_INFINITY): Promise<Ticket | null> {
    const ticket = new Ticket(this.#tickets);
    const cameAt = Date.now();
    while (!ticket.isFirst) {
      this.removeGone();
      if (ticket.isFirst) break;
      if (Date.now() - cameAt > patienceMs) {
        ticket.leave();
        return null;
      }
      await scheduler.wait(POLL_MS);
      ticket.see();
    }
    return ticket;
  }
}
