import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fetchOutside } from '../../worker/platform/outbound/fetch-outside.ts';
import { OutboundError } from '../../worker/platform/outbound/outbound-error.ts';

let server: Server;
let origin: string;
let handler: RequestListener = (_, response) => response.end();

beforeAll(async () => {
  server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

afterEach(() => {
  vi.useRealTimers();
});

function fetchHere(path: string, options: Parameters<typeof fetchOutside>[1] = {}) {
  return fetchOutside(origin + path, { allowLoopback: true, ...options });
}

async function failureOf(work: Promise<unknown>): Promise<OutboundError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return error as OutboundError;
}

describe('fetching', () => {
  it('returns status, headers and the decompressed body, and sends our User-Agent', async () => {
    let agent: string | undefined;
    handler = (request, response) => {
      agent = request.headers['user-agent'];
      response.setHeader('content-encoding', 'gzip');
      response.setHeader('etag', '"1"');
      response.end(gzipSync('hello'));
    };
    const result = await fetchHere('/feed');
    expect(result).toMatchObject({ status: 200, url: `${origin}/feed` });
    expect(new TextDecoder().decode(result.body)).toBe('hello');
    expect(result.headers.get('etag')).toBe('"1"');
    expect(agent).toContain('Dripcast');
  });

  it('decompresses twice-compressed and undeclared bodies, up to the limit', async () => {
    handler = (request, response) => {
      const once = gzipSync('hello'.repeat(1_000));
      if (request.url === '/twice') response.setHeader('content-encoding', 'gzip');
      response.end(request.url === '/twice' ? gzipSync(once) : once);
    };
    for (const path of ['/twice', '/unsaid']) {
      const { body } = await fetchHere(path);
      expect(new TextDecoder().decode(body)).toBe('hello'.repeat(1_000));
      const failure = await failureOf(fetchHere(path, { maxBytes: 4_000 }));
      expect(failure.reason).toBe('too-large');
    }
    handler = (_, response) => response.end(gzipSync('hello'.repeat(1_000)).subarray(0, 20));
    expect((await failureOf(fetchHere('/'))).reason).toBe('cut');
    handler = (_, response) => response.end(gzipSync('0'.repeat(5_000_000)));
    expect((await failureOf(fetchHere('/', { maxBytes: 4_000 }))).reason).toBe('too-large');
  });

  it('takes a part that nobody asked for only where a part will do', async () => {
    handler = (_, response) => response.writeHead(206).end('half');
    expect((await failureOf(fetchHere('/'))).reason).toBe('cut');
    expect(await fetchHere('/', { takesPart: true })).toMatchObject({
      status: 206,
      isWhole: false,
    });
    expect(await fetchHere('/', { headers: { Range: 'bytes=0-3' } })).toMatchObject({
      status: 206,
      isWhole: true,
    });
  });

  it('passes the body on as it arrives, until its consumer stops', async () => {
    handler = (_, response) => {
      const drip = setInterval(() => response.write('x'.repeat(1_000)), 5);
      response.on('close', () => clearInterval(drip));
    };
    const seen: [number, string][] = [];
    const result = await fetchHere('/endless', {
      onBytes(bytes, { status, url }) {
        seen.push([status, url]);
        return bytes.length > 0 && seen.length < 3;
      },
    });
    expect(seen).toEqual([1, 2, 3].map(() => [200, `${origin}/endless`]));
    expect(result.body).toHaveLength(0);
  });

  it('passes on the first chunk at once', async () => {
    let hasCome = () => {};
    const came = new Promise<void>((resolve) => {
      hasCome = resolve;
    });
    handler = async (_, response) => {
      response.write('first');
      await came;
      response.end('last');
    };
    const texts: string[] = [];
    await fetchHere('/', {
      onBytes(bytes) {
        hasCome();
        return texts.push(new TextDecoder().decode(bytes)) > 0;
      },
    });
    expect(texts).toEqual(['first', 'last']);
  });

  it("rethrows what the body's consumer throws", async () => {
    handler = (_, response) => response.end('x');
    const taken = fetchHere('/', {
      onBytes() {
        throw new RangeError('our own');
      },
    });
    await expect(taken).rejects.toThrow(RangeError);
  });

  it('makes a conditional request and reports that nothing changed', async () => {
    handler = (request, response) => {
      const { 'if-none-match': etag, 'if-modified-since': since } = request.headers;
      response.statusCode = etag === '"1"' && since === 'yesterday' ? 304 : 200;
      response.end();
    };
    const result = await fetchHere('/', { etag: '"1"', lastModified: 'yesterday' });
    expect(result.status).toBe(304);
    expect(result.body.byteLength).toBe(0);
  });

  it('reports where permanent redirects lead before a temporary one', async () => {
    handler = (request, response) => {
      const hops: Record<string, [number, string]> = {
        '/a': [301, '/b'],
        '/b': [308, '/c'],
        '/x': [301, '/y'],
        '/y': [302, '/c'],
        '/t': [307, '/c'],
      };
      const [status, location] = hops[request.url ?? ''] ?? [200, ''];
      response.writeHead(status, location === '' ? {} : { location }).end('end');
    };
    const there = { url: `${origin}/c` };
    expect(await fetchHere('/a')).toMatchObject({
      ...there,
      permanentUrl: `${origin}/c`,
    });
    expect(await fetchHere('/x')).toMatchObject({
      ...there,
      permanentUrl: `${origin}/y`,
    });
    expect(await fetchHere('/t')).toMatchObject({
      ...there,
      permanentUrl: null,
    });
  });

  it('follows five redirects and not a sixth', async () => {
    handler = (request, response) => {
      const left = Number(request.url?.slice(1));
      response.writeHead(left === 0 ? 200 : 302, { location: `/${left - 1}` }).end();
    };
    expect((await fetchHere('/5')).status).toBe(200);
    expect((await failureOf(fetchHere('/6'))).reason).toBe('too-many-redirects');
  });

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'http://u:p@127.0.0.1/',
  ])('does not follow a redirect to %s', async (location) => {
    handler = (_, response) => response.writeHead(302, { location }).end();
    expect((await failureOf(fetchHere('/'))).reason).toBe('refused-address');
  });

  it('does not follow a redirect to an address that is too long to be stored', async () => {
    const location = `/${'long'.repeat(1_100)}`;
    handler = (_, response) => response.writeHead(302, { location }).end();
    expect((await failureOf(fetchHere('/'))).message).toBe('This address is too long.');
  });

  it('keeps cookies and credentials from another origin', async () => {
    const seen: (string | undefined)[] = [];
    handler = (request, response) => {
      seen.push(request.headers.cookie);
      const location = request.url === '/' ? `${origin.replace('127.0.0.1', 'localhost')}/2` : '';
      response.writeHead(location === '' ? 200 : 302, location === '' ? {} : { location }).end();
    };
    await fetchHere('/', { headers: { cookie: 'a=1' } });
    expect(seen).toEqual(['a=1', undefined]);
  });

  it.each([
    [404, null, null],
    [410, null, null],
    [429, '120', 120],
    [503, new Date(Date.now() + 60_000).toUTCString(), 60],
  ])('reports status %i in words, with its Retry-After', async (status, header, wait) => {
    handler = (_, response) =>
      response.writeHead(status, header === null ? {} : { 'retry-after': header }).end('secret');
    const error = await failureOf(fetchHere('/'));
    expect(error).toMatchObject({ reason: 'status', status });
    expect(error.message).not.toContain('secret');
    if (wait === null) expect(error.retryAfterSeconds).toBeNull();
    // A slow machine has let some of the time pass.
    else expect(Math.abs((error.retryAfterSeconds ?? 0) - wait)).toBeLessThan(20);
  });

  it('cuts off a response that is too large, declared or not, compressed or not', async () => {
    handler = (request, response) => {
      const body = Buffer.alloc(300_000, 97);
      if (request.url === '/gzip') response.setHeader('content-encoding', 'gzip');
      response.end(request.url === '/gzip' ? gzipSync(body) : body);
    };
    expect((await failureOf(fetchHere('/', { maxBytes: 100_000 }))).reason).toBe('too-large');
    expect((await failureOf(fetchHere('/gzip', { maxBytes: 100_000 }))).reason).toBe('too-large');
    expect((await fetchHere('/', { maxBytes: 300_000 })).body.byteLength).toBe(300_000);
  });

  it('reads one large answer at a time, and the wait does not count against its time limit', async () => {
    handler = (request, response) =>
      response.end(Buffer.alloc(request.url === '/large' ? 3_000_000 : 1_000_000, 97));
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const events: string[] = [];
    const permit = {
      pause: async () => {},
      release: () => events.push('left'),
      reserveLarge: async () => {
        events.push('waits');
        await vi.advanceTimersByTimeAsync(300);
        events.push('goes on');
      },
    };
    const options = { hostLimits: { acquire: async () => permit }, totalTimeoutMs: 200 };
    expect((await fetchHere('/small', options)).body.byteLength).toBe(1_000_000);
    expect((await fetchHere('/large', options)).body.byteLength).toBe(3_000_000);
    expect(events).toEqual(['left', 'waits', 'goes on', 'left']);
  });

  it("does not count the wait for each hop's permit against its time limit", async () => {
    handler = (request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' });
      response.end();
    };
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const permit = { pause: async () => {}, reserveLarge: async () => {}, release: () => {} };
    const acquire = async () => {
      await vi.advanceTimersByTimeAsync(300);
      return permit;
    };
    const options = { hostLimits: { acquire }, totalTimeoutMs: 200, firstByteTimeoutMs: 200 };
    expect(await fetchHere('/old', options)).toMatchObject({ status: 200, url: `${origin}/new` });
  });

  it('gives up on silence, on a body that never starts and on one that trickles', async () => {
    let dripping: ReturnType<typeof setInterval> | undefined;
    handler = (request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(200);
      response.flushHeaders();
      if (request.url === '/drips') dripping = setInterval(() => response.write('.'), 20);
    };
    const quick = { firstByteTimeoutMs: 80, totalTimeoutMs: 200 };
    expect((await failureOf(fetchHere('/silent', quick))).reason).toBe('timeout');
    expect((await failureOf(fetchHere('/bodiless', quick))).reason).toBe('timeout');
    expect((await failureOf(fetchHere('/drips', quick))).reason).toBe('timeout');
    clearInterval(dripping);
  });

  it('says in plain words which server could not be reached', async () => {
    const error = await failureOf(fetchOutside('http://127.0.0.1:1/', { allowLoopback: true }));
    expect(error.reason).toBe('network');
    expect(error.message).toBe('The server at 127.0.0.1 could not be reached.');
    expect((await failureOf(fetchOutside('not an address'))).reason).toBe('refused-address');
  });

  it('sends a body, and drops it if a redirect turns the request into a GET', async () => {
    const seen: string[] = [];
    handler = (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${body}`);
        response.writeHead(request.url === '/' ? 303 : 200, { location: '/done' }).end();
      });
    };
    await fetchHere('/', { method: 'POST', body: '{}' });
    expect(seen).toEqual(['POST / {}', 'GET /done ']);
  });
});
