/** How often those who wait look whether it is their turn. */
const POLL_MS = 15;

/** A place in a line. Whoever holds one says every now and then that they are still there. */
export class Ticket {
  readonly #line: Ticket[];
  seenAt = Date.now();

  constructor(line: Ticket[]) {
    this.#line = line;
    line.push(this);
  }

  /** Their turn; also for those who were taken for gone because the machine stalled. */
  get isFirst(): boolean {
    return this.#line[0] === this || !this.#line.includes(this);
  }

  /** The holder is still there. */
  see(): void {
    this.seenAt = Date.now();
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

  /** @param goneAfterMs a holder who was not seen for this long was cancelled */
  constructor(goneAfterMs: number) {
    this.#goneAfterMs = goneAfterMs;
  }

  get length(): number {
    return this.#tickets.length;
  }

  /**
   * Waits for one's turn; the ticket's `leave` ends it.
   *
   * @returns null if it was not one's turn within `patienceMs`
   */
  async enter(patienceMs = Number.POSITIVE_INFINITY): Promise<Ticket | null> {
    const ticket = new Ticket(this.#tickets);
    const cameAt = Date.now();
    while (!ticket.isFirst) {
      const [first] = this.#tickets;
      if (first && Date.now() - first.seenAt > this.#goneAfterMs) {
        first.leave();
        continue;
      }
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
