/** How often a waiting request checks whether it is first. */
const POLL_MS = 15;
/** A ticket unseen for this many times as long is gone for certain: no stall lasts that long. */
const LONG_GONE_TIMES = 40;

/** A place in a line. Its holder calls `see` regularly to show that it is still running. */
export class Ticket {
  readonly #line: Ticket[];
  seenAt = Date.now();

  constructor(line: Ticket[]) {
    this.#line = line;
    line.push(this);
  }

  /** Also true for a holder that was removed while it still ran: only the first of a line is. */
  get isFirst(): boolean {
    return this.#line[0] === this || !this.#line.includes(this);
  }

  /** Records that the holder is still running. */
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

  /** @param goneAfterMs a holder not seen for this long loses its place */
  constructor(goneAfterMs: number) {
    this.#goneAfterMs = goneAfterMs;
  }

  get length(): number {
    return this.#tickets.length;
  }

  /** How many still run or wait, as far as known. */
  get lengthSeen(): number {
    return this.#tickets.filter((ticket) => !this.#isMissing(ticket)).length;
  }

  /** For lines in which nobody waits; a waiting request notices sooner. */
  removeLongGone(): void {
    for (const ticket of [...this.#tickets]) {
      if (this.#isMissing(ticket, LONG_GONE_TIMES)) ticket.leave();
    }
  }

  #isMissing({ seenAt }: Ticket, times = 1): boolean {
    return Date.now() - seenAt > this.#goneAfterMs * times;
  }

  /**
   * Waits until it is first. The caller must `leave` the ticket when it is done.
   *
   * @returns null if it did not get there within `patienceMs`
   */
  async enter(patienceMs = Number.POSITIVE_INFINITY): Promise<Ticket | null> {
    const ticket = new Ticket(this.#tickets);
    const cameAt = Date.now();
    let missedBefore: Ticket | null = null;
    while (!ticket.isFirst) {
      // Right after the machine stalled, nobody has been seen. A holder that still runs will be by our next
      // poll, because its timer was due before ours. Requests that only wait hold nobody up.
      const [holder = null] = this.#tickets;
      const isMissing = holder !== null && this.#isMissing(holder);
      if (isMissing && missedBefore === holder) holder.leave();
      missedBefore = isMissing ? holder : null;
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
