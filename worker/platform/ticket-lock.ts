/** How often a waiting request checks whether it is first. */
const POLL_MS = 15;
/** A ticket not renewed for this many times as long is gone for certain: no stall lasts that long. */
const LONG_GONE_TIMES = 40;

/** A turn at a lock. Its holder calls `renew` regularly to show that it is still running. */
export class Ticket {
  readonly #tickets: Ticket[];
  renewedAt = Date.now();

  constructor(tickets: Ticket[]) {
    this.#tickets = tickets;
    tickets.push(this);
  }

  /** Also true for a holder that was removed while it still ran: only the first of a lock is. */
  get isFirst(): boolean {
    return this.#tickets[0] === this || !this.#tickets.includes(this);
  }

  /** Records that the holder is still running. */
  renew(): void {
    this.renewedAt = Date.now();
  }

  release(): void {
    const place = this.#tickets.indexOf(this);
    if (place >= 0) this.#tickets.splice(place, 1);
  }
}

/**
 * Lets the requests of one isolate through one at a time, in the order in which they came.
 *
 * Those who wait poll instead of being woken: a promise of one request must not be awaited in another,
 * and a cancelled request never runs its `finally`, so what only it could resolve would block everyone
 * behind it.
 */
export class TicketLock {
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
  get lengthRenewed(): number {
    return this.#tickets.filter((ticket) => !this.#isMissing(ticket)).length;
  }

  /** For locks at which nobody waits; a waiting request notices sooner. */
  removeLongGone(): void {
    for (const ticket of [...this.#tickets]) {
      if (this.#isMissing(ticket, LONG_GONE_TIMES)) ticket.release();
    }
  }

  #isMissing({ renewedAt }: Ticket, times = 1): boolean {
    return Date.now() - renewedAt > this.#goneAfterMs * times;
  }

  /**
   * Waits until it is first. The caller must `release` the ticket when it is done.
   *
   * @param isPointless whether it need not wait any longer
   * @returns null if it did not get there within `maxWaitMs`, or need not any more
   */
  async acquire(
    maxWaitMs = Number.POSITIVE_INFINITY,
    isPointless = () => false,
  ): Promise<Ticket | null> {
    const ticket = new Ticket(this.#tickets);
    const cameAt = Date.now();
    let missedBefore: Ticket | null = null;
    while (!ticket.isFirst) {
      // Right after the machine stalled, nobody has been seen. A holder that still runs will be by our next
      // poll, because its timer was due before ours. Requests that only wait hold nobody up.
      const [holder = null] = this.#tickets;
      const isMissing = holder !== null && this.#isMissing(holder);
      if (isMissing && missedBefore === holder) holder.release();
      missedBefore = isMissing ? holder : null;
      if (ticket.isFirst) break;
      if (Date.now() - cameAt > maxWaitMs || isPointless()) {
        ticket.release();
        return null;
      }
      await scheduler.wait(POLL_MS);
      ticket.renew();
    }
    return ticket;
  }
}
