/** Manipulates the browser's network: fails, cuts or delays calls, and allows expected console errors. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type Route,
} from '@playwright/test';

type Path = string | RegExp;

/** The browser's own message about a failed request. */
const NETWORK_LINE = /^Failed to load resource/;
/** The end of that message about what was on its way when the test took the network away. */
const OFFLINE = 'net::ERR_INTERNET_DISCONNECTED';

/** What follows from a reply is on its way by then. */
const QUIET_MS = 500;

const WEB = join(import.meta.dirname, '../../../web');

/**
 * Returns the path of the scripts of these modules, which load on demand.
 *
 * @throws Error if there is no such module: then nothing would be held or cut, and the test would prove nothing
 */
export function scriptOf(...modules: string[]): RegExp {
  for (const name of modules) {
    if (globSync(`**/${name}.tsx`, { cwd: WEB }).length === 0) throw new Error(`no module ${name}`);
  }
  return new RegExp(`^/assets/(?:${modules.join('|')})-[^/]*\\.js$`);
}

export class Network {
  readonly #page: Page;
  readonly #allowed: Path[] = [];
  readonly #allowedErrors: RegExp[] = [];
  readonly #surprises = new Set<string>();
  readonly #underWay = new Set<Request>();
  readonly #unmet = new Set<string>();
  #changedAt = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Records every console error, and which calls are under way. */
  watch(context: BrowserContext): void {
    const end = (request: Request) => {
      if (this.#underWay.delete(request)) this.#changedAt = Date.now();
    };
    context.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) this.#underWay.add(request);
    });
    context.on('requestfinished', end);
    context.on('requestfailed', end);
    context.on('console', (message) => this.#onConsole(message));
    context.on('weberror', (event) => {
      this.#surprises.add(`Uncaught: ${event.error().stack ?? event.error().message}`);
    });
  }

  /** Unexpected errors. */
  get surprises(): readonly string[] {
    return [...this.#surprises];
  }

  /** The calls that were to be failed, cut, held or changed, but never came: without them a test proves little. */
  get unmet(): readonly string[] {
    return [...this.#unmet];
  }

  /** Allows console errors about failed calls to this path. */
  allow(path: Path): void {
    this.#allowed.push(path);
  }

  /** Allows this console error of the page. */
  allowError(text: RegExp): void {
    this.#allowedErrors.push(text);
  }

  /**
   * Makes a call fail from now on. An empty body gives no reason.
   *
   * @returns ends this, and nothing else
   */
  async fail(method: string, path: Path, status = 500, body = ''): Promise<() => Promise<void>> {
    this.allow(path);
    return this.#route(method, path, (route) => route.fulfill({ status, body }));
  }

  /** Breaks the connection of a call from now on. */
  async cut(method: string, path: Path): Promise<void> {
    this.allow(path);
    await this.#route(method, path, (route) => route.abort('connectionfailed'));
  }

  /** Holds these calls back until released; then they fail as told before, or reach the real server. */
  async hold(method: string, path: Path): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await this.#route(method, path, async (route) => {
      await released;
      // The page may be gone, and its calls with it.
      await route.fallback().catch(() => {});
    });
    return release;
  }

  /** Lets these calls reach the real server at once, and holds back the replies until released. */
  async holdReply(method: string, path: Path): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await this.#route(method, path, async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response }).catch(() => {});
    });
    return release;
  }

  /** Changes the real server's JSON reply. */
  async change<T>(method: string, path: Path, edit: (reply: T) => unknown): Promise<void> {
    await this.#route(method, path, async (route) => {
      const response = await route.fetch();
      const reply: T = await response.json();
      await route.fulfill({ response, json: edit(reply) });
    });
  }

  /** Answers in place of the server. */
  async answer(method: string, path: Path, reply: (asked: URL) => unknown): Promise<void> {
    await this.#route(method, path, (route) =>
      route.fulfill({ json: reply(new URL(route.request().url())) }),
    );
  }

  /** Waits until no call has been under way for a while. */
  async quiet(): Promise<void> {
    const isQuiet = () => this.#underWay.size === 0 && Date.now() - this.#changedAt > QUIET_MS;
    await expect.poll(isQuiet, 'calls end').toBe(true);
  }

  /** Restores normal operation. */
  async restore(): Promise<void> {
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  async #route(
    method: string,
    path: Path,
    handle: (route: Route) => Promise<void>,
  ): Promise<() => Promise<void>> {
    const call = `${method} ${path}`;
    this.#unmet.add(call);
    const isMeant = (url: URL) => matches(path, url);
    await this.#page.route(isMeant, (route) => {
      if (route.request().method() !== method) return route.fallback();
      this.#unmet.delete(call);
      return handle(route);
    });
    return () => this.#page.unroute(isMeant);
  }

  #onConsole(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const text = message.text();
    const { url } = message.location();
    if (NETWORK_LINE.test(text) && text.endsWith(OFFLINE)) return;
    if (NETWORK_LINE.test(text) && URL.canParse(url) && this.#isExpected(new URL(url))) return;
    const socket = /^WebSocket connection to '([^']+)' failed/.exec(text)?.[1];
    if (socket && this.#isExpected(new URL(socket))) return;
    if (this.#allowedErrors.some((allowed) => allowed.test(text))) return;
    this.#surprises.add(`${text} (${url})`);
  }

  #isExpected(url: URL): boolean {
    // Being logged out is a normal answer.
    if (url.pathname === '/api/user') return true;
    return this.#allowed.some((path) => matches(path, url));
  }
}

function matches(path: Path, url: URL): boolean {
  return typeof path === 'string' ? url.pathname === path : path.test(url.pathname);
}
