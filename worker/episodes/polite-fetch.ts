/** Requests of one run, so that no host, and not the platform either, gets too many at once. */
import type { FetchOutside } from '../platform/outbound-settings.ts';

const AT_ONCE_TO_ONE_HOST = 2;
/** The platform opens six connections at a time for one run; a seventh would wait on the clock. */
const AT_ONCE = 6;

/** As many as there are places; the others wait in the order they came. */
class Lane {
  readonly #waiting: (() => void)[] = [];
  #places: number;

  constructor(places: number) {
    this.#places = places;
  }

  async enter(): Promise<void> {
    if (this.#places > 0) {
      this.#places -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#places += 1;
  }
}

/**
 * The same fetching, at most two at a time to one host. The time limits of a request begin when it
 * does: waiting for one's turn costs nothing. Redirects count for the host that was asked.
 */
export function politely(fetchOutside: FetchOutside): FetchOutside {
  const all = new Lane(AT_ONCE);
  const hosts = new Map<string, Lane>();
  return async (url, options) => {
    const name = URL.parse(url)?.hostname ?? '';
    const host = hosts.get(name) ?? new Lane(AT_ONCE_TO_ONE_HOST);
    hosts.set(name, host);
    // Always the host's lane first: whoever waits there takes no place from others.
    await host.enter();
    await all.enter();
    try {
      return await fetchOutside(url, options);
    } finally {
      all.leave();
      host.leave();
    }
  };
}
