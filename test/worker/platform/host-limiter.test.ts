import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test } from 'vitest';
import { fetchOutside } from '../../../worker/platform/outbound/fetch-outside.ts';
import { fetchOutsideFor } from '../../../worker/platform/outbound/fetch-outside-for.ts';
import {
  createHostLimits,
  type HostLimits,
} from '../../../worker/platform/outbound/host-limits.ts';
import { OutboundError } from '../../../worker/platform/outbound/outbound-error.ts';
import {
  endHostsRest,
  hostOrigin,
  mostAtOnce,
  otherName,
  passHostsRest,
  serve,
  timesAsked,
} from '../../support/outside.ts';

afterEach(endHostsRest);

const folder = () => `/${crypto.randomUUID()}`;
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

async function failureOf(work: Promise<unknown>): Promise<OutboundError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof OutboundError)) throw new Error(`no failure, but ${error}`);
  return error;
}

test('tiny chunks are joined, because each would take a buffer', async () => {
  const url = await serve(`${folder()}/crumbs`, { body: 'abc'.repeat(30_000), crumbs: 3 });
  const pieces: Uint8Array[] = [];
  await fetchOutsideFor(env)(url, { onBytes: (bytes) => pieces.push(bytes) > 0 });
  expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBe(90_000);
  expect(pieces.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)).toBeLessThan(400_000);
});

test('compressed bodies are unpacked, declared or not', async () => {
  const said: Record<string, string>[] = [{}, { 'Content-Encoding': 'gzip' }];
  for (const headers of said) {
    const body = 'hello '.repeat(50_000);
    const url = await serve(`${folder()}/packed`, { body, isPacked: true, headers });
    const reply = await fetchOutsideFor(env)(url);
    expect(new TextDecoder().decode(reply.body)).toBe(body);
  }
});

describe('an outside host', () => {
  test('gets at most two concurrent requests from all invocations together', async () => {
    const group = folder();
    const urls = await Promise.all(
      times(12).map((index) => serve(`${group}/${index}`, { body: 'x', delayMs: 60 })),
    );
    // A reader's click, a transcript and the queue at the same time.
    const runs = [fetchOutsideFor(env), fetchOutsideFor(env), fetchOutsideFor(env)];
    await Promise.all(urls.map((url, index) => runs[index % 3]?.(url)));
    expect(await mostAtOnce(group)).toBe(2);
  });

  test('counts requests redirected to it', async () => {
    const group = folder();
    const target = await serve(`${group}/target`, { body: 'x', delayMs: 60 });
    const urls = await Promise.all(
      times(6).map((index) =>
        serve(`/from${group}/${index}`, { status: 302, headers: { Location: target } }),
      ),
    );
    const run = fetchOutsideFor(env);
    // Three requests to each name; all of them end at the same host.
    await Promise.all(urls.map((url, index) => run(index % 2 ? url : otherName(url))));
    expect(await mostAtOnce(group)).toBe(2);
    expect(await timesAsked(`${group}/target`)).toBe(6);
  });

  test("doesn't deadlock with another if they redirect to each other", async () => {
    const group = folder();
    const end = await serve(`${group}/end`, { body: 'arrived', delayMs: 20 });
    const there = await serve(`${group}/there`, {
      status: 302,
      headers: { Location: otherName(end) },
      delayMs: 20,
    });
    const back = await serve(`${group}/back`, {
      status: 302,
      headers: { Location: end },
      delayMs: 20,
    });
    const run = fetchOutsideFor(env);
    const replies = await Promise.all(
      times(8).map((index) => run(index % 2 ? there : otherName(back))),
    );
    expect(replies.map(({ body }) => new TextDecoder().decode(body))).toEqual(
      times(8).map(() => 'arrived'),
    );
  });

  test('is free again for others after a failure and after an oversized body', async () => {
    const group = folder();
    const bad = await serve(`${group}/bad`, { status: 500 });
    const large = await serve(`${group}/large`, { body: 'x'.repeat(5_000) });
    const own: Env = { ...env, OUTBOUND_MAX_BYTES: 1_000 };
    const run = fetchOutsideFor(own);
    for (const url of [bad, large, bad, large]) await failureOf(run(url));
    const good = await serve(`${group}/good`, { body: 'x' });
    expect((await run(good)).status).toBe(200);
  });

  test('with a Retry-After is left alone by everybody for that time', async () => {
    const group = folder();
    const busy = await serve(`${group}/busy`, { status: 429, headers: { 'Retry-After': '1800' } });
    const other = await serve(`${group}/other`, { body: 'x' });
    expect(await failureOf(fetchOutsideFor(env)(busy))).toMatchObject({ status: 429 });
    const failure = await failureOf(fetchOutsideFor(env)(other));
    expect(failure).toMatchObject({ reason: 'paused', status: null });
    expect(failure.retryAfterSeconds).toBeGreaterThan(0);
    expect(failure.retryAfterSeconds).toBeLessThanOrEqual(1_800);
    expect(await timesAsked(`${group}/other`)).toBe(0);
    expect((await fetchOutsideFor(env)(otherName(other))).status).toBe(200);
    await passHostsRest(1_000_000);
    expect(await failureOf(fetchOutsideFor(env)(other))).toMatchObject({ reason: 'paused' });
    await passHostsRest(800_000);
    expect((await fetchOutsideFor(env)(other)).status).toBe(200);
  });

  test('with a Retry-After sends away those already waiting', async () => {
    const group = folder();
    const reply = { status: 503, headers: { 'Retry-After': '60' }, delayMs: 50 };
    const urls = await Promise.all(times(6).map((index) => serve(`${group}/${index}`, reply)));
    const run = fetchOutsideFor(env);
    const failures = await Promise.all(urls.map((url) => failureOf(run(url))));
    expect(failures.map(({ reason }) => reason).toSorted()).toEqual([
      ...times(4).map(() => 'paused'),
      ...times(2).map(() => 'status'),
    ]);
  });

  test('without a Retry-After is asked again after failures', async () => {
    const group = folder();
    for (const served of [{ status: 429 }, { status: 500, headers: { 'Retry-After': '60' } }]) {
      await failureOf(fetchOutsideFor(env)(await serve(`${group}/bad`, served)));
    }
    expect((await fetchOutsideFor(env)(await serve(`${group}/good`, {}))).status).toBe(200);
  });

  test('is not left alone for days', async () => {
    const url = await serve(`${folder()}/busy`, {
      status: 429,
      headers: { 'Retry-After': String(7 * 86_400) },
    });
    expect(await failureOf(fetchOutsideFor(env)(url))).toMatchObject({
      retryAfterSeconds: 604_800,
    });
    const failure = await failureOf(fetchOutsideFor(env)(url));
    expect(failure.retryAfterSeconds).toBeLessThanOrEqual(3_600);
  });
});

describe('waiting for a permit', () => {
  test('starts after six concurrent requests of one invocation, whatever their hosts', async () => {
    const hosts = times(9).map((index) => `${crypto.randomUUID()}-${index}.test`);
    const hostLimits = createHostLimits(env.HOST_LIMITERS);
    let inside = 0;
    const permits = hosts.map(async (host) => {
      const permit = await hostLimits.acquire(host);
      inside += 1;
      return permit;
    });
    await expect.poll(() => inside).toBe(6);
    await scheduler.wait(30);
    expect(inside, 'nobody else enters').toBe(6);
    await Promise.all(permits.map(async (permit) => (await permit).release()));
    expect(inside).toBe(hosts.length);
  });

  test('applies to large responses of the whole isolate, which are read one after another', async () => {
    const acquire = () =>
      createHostLimits(env.HOST_LIMITERS).acquire(`${crypto.randomUUID()}.test`);
    const [first, second, third] = await Promise.all([acquire(), acquire(), acquire()]);
    const events: string[] = [];
    const quick = { receivedBytes: () => Infinity, giveUp() {} };
    await first.reserveLarge(quick);
    const waits = second.reserveLarge(quick).then(() => events.push('second is large'));
    third.release();
    await scheduler.wait(50);
    events.push('first leaves');
    first.release();
    await waits;
    second.release();
    expect(events).toEqual(['first leaves', 'second is large']);
    const next = await acquire();
    await next.reserveLarge(quick);
    next.release();
  });

  test("that fails on our side doesn't count against the host", async () => {
    const hostLimits: HostLimits = {
      acquire: () => Promise.reject(new TypeError('our own')),
    };
    const asked = fetchOutside(`${hostOrigin()}/`, { allowLoopback: true, hostLimits });
    await expect(asked).rejects.toThrow(TypeError);
  });
});

describe('a host that is slow', () => {
  const NOBODY_WAITS_MS = 50;
  const hostObject = () => env.HOST_LIMITERS.getByName(new URL(hostOrigin()).hostname);

  test('with requests that anybody may make is not marked as slow', async () => {
    const group = folder();
    const slow = otherName(await serve(`${group}/slow.png`, { body: 'x', delayMs: 4_200 }));
    expect((await fetchOutsideFor(env, { reportsSlowness: false })(slow)).status).toBe(200);
    const quick = otherName(await serve(`${group}/quick`, { body: 'x' }));
    expect((await fetchOutsideFor(env, { maxWaitMs: NOBODY_WAITS_MS })(quick)).status).toBe(200);
  });

  test('is left alone by background work for a while, but not by readers', async () => {
    const group = folder();
    const slow = await serve(`${group}/slow`, { body: 'x', delayMs: 4_200 });
    expect((await fetchOutsideFor(env)(slow)).status).toBe(200);
    const quick = await serve(`${group}/quick`, { body: 'x' });
    const refused = await failureOf(fetchOutsideFor(env, { maxWaitMs: NOBODY_WAITS_MS })(quick));
    expect(refused.reason).toBe('busy');
    expect(refused.retryAfterSeconds).toBeGreaterThan(1);
    expect(await timesAsked(`${group}/quick`)).toBe(0);
    expect((await fetchOutsideFor(env)(quick)).status).toBe(200);
    expect(
      (await fetchOutsideFor(env, { maxWaitMs: NOBODY_WAITS_MS })(otherName(quick))).status,
    ).toBe(200);
  });

  test('is not queued for by background work', async () => {
    const group = folder();
    const permits = [await hostObject().acquire(), await hostObject().acquire()];
    const url = await serve(`${group}/quick`, { body: 'x' });
    expect(
      await failureOf(fetchOutsideFor(env, { maxWaitMs: NOBODY_WAITS_MS })(url)),
    ).toMatchObject({
      reason: 'busy',
    });
    for (const permit of permits) permit[Symbol.dispose]();
    // Giving up leaves no gap in the queue.
    expect((await fetchOutsideFor(env, { maxWaitMs: 10_000 })(url)).status).toBe(200);
    expect((await fetchOutsideFor(env)(url)).status).toBe(200);
  });
});
