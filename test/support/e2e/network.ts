/** What a browser test does to the wire: fail a call, cut it, hold it back, and what it allows. */
import type { BrowserContext, ConsoleMessage, Page, Route } from '@playwright/test';

type Path = string | RegExp;

/** What the browser itself writes where a reply is an error or never comes. */
const NETWORK_LINE = /^Failed to load resource/;

export class Network {
  readonly #page: Page;
  readonly #allowed: Path[] = [];
  readonly #allowedErrors: RegExp[] = [];
  readonly #surprises = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** Takes down every error the browser writes. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => this.#onConsole(message));
    context.on('weberror', (event) => {
      this.#surprises.add(`Uncaught: ${event.error().stack ?? event.error().message}`);
    });
  }

  /** Errors nobody expected. */
  get surprises(): readonly string[] {
    return [...this.#surprises];
  }

  /** The browser may write that calls of this path were refused or failed. */
  allow(path: Path): void {
    this.#allowed.push(path);
  }

  /** The page may say in the console that this broke. */
  allowError(text: RegExp): void {
    this.#allowedErrors.push(text);
  }

  /** From now on the server fails at this call. An empty body is one without a word of reason. */
  async fail(method: string, path: Path, status = 500, body = ''): Promise<void> {
    this.allow(path);
    await this.#route(method, path, (route) => route.fulfill({ status, body }));
  }

  /** From now on the connection breaks at this call. */
  async cut(method: string, path: Path): Promise<void> {
    this.allow(path);
    await this.#route(method, path, (route) => route.abort('connectionfailed'));
  }

  /** Holds every such call back until released; then it reaches the real server. */
  async hold(method: string, path: Path): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await this.#route(method, path, async (route) => {
      await released;
      // The page may have gone meanwhile, and its calls with it.
      await route.continue().catch(() => {});
    });
    return release;
  }

  /** Every such call reaches the real server at once, and its reply the page when released. */
  async holdReply(method: string, path: Path): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await this.#route(method, path, async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response }).catch(() => {});
    });
    return release;
  }

  /** The real server's JSON reply with something in it changed. */
  async change<T>(method: string, path: Path, edit: (reply: T) => unknown): Promise<void> {
    await this.#route(method, path, async (route) => {
      const response = await route.fetch();
      const reply: T = await response.json();
      await route.fulfill({ response, json: edit(reply) });
    });
  }

  /** The server is asked nothing: this is the reply. */
  async answer(method: string, path: Path, reply: (asked: URL) => unknown): Promise<void> {
    await this.#route(method, path, (route) =>
      route.fulfill({ json: reply(new URL(route.request().url())) }),
    );
  }

  /** Everything works again. */
  async restore(): Promise<void> {
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  async #route(method: string, path: Path, handle: (route: Route) => Promise<void>) {
    await this.#page.route(
      (url) => matches(path, url),
      (route) => (route.request().method() === method ? handle(route) : route.fallback()),
    );
  }

  #onConsole(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const text = message.text();
    const { url } = message.location();
    if (NETWORK_LINE.test(text) && URL.canParse(url) && this.#isExpected(new URL(url))) return;
    const socket = /^WebSocket connection to '([^']+)' failed/.exec(text)?.[1];
    if (socket && this.#isExpected(new URL(socket))) return;
    if (this.#allowedErrors.some((allowed) => allowed.test(text))) return;
    this.#surprises.add(`${text} (${url})`);
  }

  #isExpected(url: URL): boolean {
    // Signed out is an answer like any other.
    if (url.pathname === '/api/user') return true;
    return this.#allowed.some((path) => matches(path, url));
  }
}

function matches(path: Path, url: URL): boolean {
  return typeof path === 'string' ? url.pathname === path : path.test(url.pathname);
}
