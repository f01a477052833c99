/** D1 bindings for tests, which do something around what is executed through them. */

/** A statement with what was bound to it. */
interface Bound {
  query: string;
  values: unknown[];
  statement: D1PreparedStatement;
}

interface Around {
  /** Executes one statement: `method` is `first`, `run`, `all` or `raw`. */
  execute?: (run: () => Promise<unknown>, bound: Bound, method: string) => Promise<unknown>;
  batch?: (run: () => Promise<D1Result[]>, bounds: Bound[]) => Promise<D1Result[]>;
}

/** A binding whose executions go through `around`; by default they just run. */
export function surroundedDatabase(d1: D1Database, around: Around): D1Database {
  const { execute = (run) => run(), batch = (run) => run() } = around;
  const known = new WeakMap<D1PreparedStatement, Bound>();
  const surround = (bound: Bound): D1PreparedStatement => {
    const proxy = new Proxy(bound.statement, {
      get(target, name) {
        if (name === 'bind') {
          return (...values: unknown[]) =>
            surround({ ...bound, values, statement: target.bind(...values) });
        }
        const method: unknown = Reflect.get(target, name, target);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) =>
          execute(async () => Reflect.apply(method, target, args), bound, String(name));
      },
    });
    known.set(proxy, bound);
    return proxy;
  };
  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') {
        return (query: string) => surround({ query, values: [], statement: target.prepare(query) });
      }
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => {
          const bounds = statements.flatMap((one) => known.get(one) ?? []);
          return batch(() => target.batch(bounds.map(({ statement }) => statement)), bounds);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === 'function') throw new Error(`not surrounded: ${String(name)}`);
      return value;
    },
  });
}

/** A binding that counts the statements executed through it. */
export function countingDatabase(d1: D1Database) {
  let statements = 0;
  const database = surroundedDatabase(d1, {
    execute(run) {
      statements += 1;
      return run();
    },
    batch(run, bounds) {
      statements += bounds.length;
      return run();
    },
  });
  return { database, count: () => statements };
}

/** A binding that notes the longest text bound to a statement, of which D1 takes two million bytes. */
export function measuringDatabase(d1: D1Database) {
  let longest = 0;
  const measure = ({ values }: Bound) => {
    const sizes = values.map((value) => new TextEncoder().encode(String(value)).length);
    longest = Math.max(longest, ...sizes);
  };
  const database = surroundedDatabase(d1, {
    execute(run, bound) {
      measure(bound);
      return run();
    },
    batch(run, bounds) {
      bounds.forEach(measure);
      return run();
    },
  });
  return { database, longestBytes: () => longest };
}

/** The message of a broken database, with details that must never leak. */
export const DATABASE_ERROR =
  'D1_ERROR: no such column: hidden_column: SELECT hidden_column FROM users';

const fail = () => Promise.reject(new Error(DATABASE_ERROR));

/** A binding whose statements fail while `isDown`, by default always. */
export function brokenDatabase(d1: D1Database, isDown = () => true): D1Database {
  return surroundedDatabase(d1, {
    execute: (run) => (isDown() ? fail() : run()),
    batch: (run) => (isDown() ? fail() : run()),
  });
}

/** A binding whose matching statements fail, unless they are in a batch. */
export function rejectingDatabase(d1: D1Database, which: RegExp): D1Database {
  return surroundedDatabase(d1, {
    execute: (run, { query }) => (which.test(query) ? fail() : run()),
  });
}

/** A binding whose batches with a matching statement fail, before anything of them is executed. */
export function rejectingBatches(d1: D1Database, which: RegExp): D1Database {
  return surroundedDatabase(d1, {
    batch: (run, bounds) => (bounds.some(({ query }) => which.test(query)) ? fail() : run()),
  });
}

/** A binding in which something else happens right before the first matching statement outside of a batch. */
export function interruptedDatabase(
  d1: D1Database,
  which: RegExp,
  meanwhile: () => Promise<unknown>,
): D1Database {
  let isOver = false;
  return surroundedDatabase(d1, {
    async execute(run, { query }) {
      if (!isOver && which.test(query)) {
        isOver = true;
        await meanwhile();
      }
      return run();
    },
  });
}

/** A binding that notes what its statements read from end to end, with one of the statements. */
export function explainingDatabase(d1: D1Database) {
  const scanned = new Map<string, string>();
  const explain = async ({ query, values }: Bound) => {
    const explained = d1.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...values);
    for (const { detail } of (await explained.all<{ detail: string }>()).results) {
      if (detail.startsWith('SCAN ')) scanned.set(detail, query);
    }
  };
  const database = surroundedDatabase(d1, {
    async execute(run, bound) {
      await explain(bound);
      return run();
    },
    async batch(run, bounds) {
      for (const bound of bounds) await explain(bound);
      return run();
    },
  });
  return { database, scanned };
}
