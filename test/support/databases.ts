/** D1 bindings for tests: one counts statements, one measures their parameters, three fail, one lets others go first. */

const EXECUTES = new Set(['first', 'run', 'all', 'raw']);

/** A binding that counts the statements executed through it. */
export function countingDatabase(d1: D1Database) {
  let statements = 0;
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

  function counted(statement: D1PreparedStatement): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (EXECUTES.has(String(name))) statements += 1;
          const result: unknown = Reflect.apply(value, target, args);
          return name === 'bind' ? counted(result as D1PreparedStatement) : result;
        };
      },
    });
    originals.set(proxy, statement);
    return proxy;
  }

  const database = new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') return (query: string) => counted(target.prepare(query));
      if (name === 'batch') {
        return (batch: D1PreparedStatement[]) => {
          statements += batch.length;
          return target.batch(batch.map((statement) => originals.get(statement) ?? statement));
        };
      }
      if (name === 'exec') {
        return (query: string) => {
          statements += query.split('\n').length;
          return target.exec(query);
        };
      }
      throw new Error(`not counted: ${String(name)}`);
    },
  });
  return { database, count: () => statements };
}

/** A binding that notes the longest text bound to a statement, of which D1 takes two million bytes. */
export function measuringDatabase(d1: D1Database) {
  let longest = 0;
  const measured = (statement: D1PreparedStatement) =>
    new Proxy(statement, {
      get(target, name) {
        if (name !== 'bind') return Reflect.get(target, name, target);
        return (...values: unknown[]) => {
          const sizes = values.map((value) => new TextEncoder().encode(String(value)).length);
          longest = Math.max(longest, ...sizes);
          return target.bind(...values);
        };
      },
    });
  const database = new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') return (query: string) => measured(target.prepare(query));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { database, longestBytes: () => longest };
}

/** The message of a broken database, with details that must never leak. */
export const DATABASE_ERROR =
  'D1_ERROR: no such column: hidden_column: SELECT hidden_column FROM users';

/** A binding whose statements always fail. */
export function brokenDatabase(d1: D1Database): D1Database {
  const fail = () => Promise.reject(new Error(DATABASE_ERROR));
  const broken = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (EXECUTES.has(String(name))) return fail;
        if (name === 'bind') return (...values: unknown[]) => broken(target.bind(...values));
        return Reflect.get(target, name, target);
      },
    });
  return new Proxy(d1, {
    get: (target, name) =>
      name === 'prepare' ? (query: string) => broken(target.prepare(query)) : fail,
  });
}

/** A binding whose matching statements fail, unless they are in a batch. */
export function rejectingDatabase(d1: D1Database, which: RegExp): D1Database {
  const broken = brokenDatabase(d1);
  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') {
        return (query: string) => (which.test(query) ? broken : target).prepare(query);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A binding whose batches with a matching statement fail, before anything of them is executed. */
export function rejectingBatches(d1: D1Database, which: RegExp): D1Database {
  const matching = new WeakSet<D1PreparedStatement>();
  const noted = (statement: D1PreparedStatement): D1PreparedStatement => {
    matching.add(statement);
    const bind = statement.bind.bind(statement);
    statement.bind = (...values: unknown[]) => noted(bind(...values));
    return statement;
  };
  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') {
        return (query: string) =>
          which.test(query) ? noted(target.prepare(query)) : target.prepare(query);
      }
      if (name === 'batch') {
        return (batch: D1PreparedStatement[]) =>
          batch.some((statement) => matching.has(statement))
            ? Promise.reject(new Error(DATABASE_ERROR))
            : target.batch(batch);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A binding in which something else happens right before the first matching statement. */
export function interruptedDatabase(
  d1: D1Database,
  which: RegExp,
  meanwhile: () => Promise<unknown>,
): D1Database {
  let isOver = false;
  const late = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => late(target.bind(...values));
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function' || !EXECUTES.has(String(name))) return value;
        return async (...args: unknown[]) => {
          if (!isOver) {
            isOver = true;
            await meanwhile();
          }
          return Reflect.apply(value, target, args);
        };
      },
    });
  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') {
        return (query: string) =>
          which.test(query) ? late(target.prepare(query)) : target.prepare(query);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A binding that notes what its statements read from end to end, with one of the statements. */
export function explainingDatabase(d1: D1Database) {
  const scanned = new Map<string, string>();
  const known = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; plan: Plan }>();
  type Plan = () => Promise<void>;

  function noting(statement: D1PreparedStatement, query: string, values: unknown[]) {
    const plan = async () => {
      const explained = d1.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...values);
      for (const { detail } of (await explained.all<{ detail: string }>()).results) {
        if (detail.startsWith('SCAN ')) scanned.set(detail, query);
      }
    };
    const proxy: D1PreparedStatement = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind')
          return (...bound: unknown[]) => noting(target.bind(...bound), query, bound);
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function' || !EXECUTES.has(String(name))) return value;
        return async (...args: unknown[]) => {
          await plan();
          return Reflect.apply(value, target, args);
        };
      },
    });
    known.set(proxy, { statement, plan });
    return proxy;
  }

  const database = new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') return (query: string) => noting(target.prepare(query), query, []);
      if (name === 'batch') {
        return async (batch: D1PreparedStatement[]) => {
          for (const one of batch) await known.get(one)?.plan();
          return target.batch(batch.map((one) => known.get(one)?.statement ?? one));
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { database, scanned };
}
