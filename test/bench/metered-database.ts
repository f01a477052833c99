/** A D1 database that counts its statements and their rows. */
export interface StatementsSpent {
  statements: number;
  rowsRead: number;
  rowsWritten: number;
}

/** @param spent is increased by each statement */
export function meteredDatabase(d1: D1Database, spent: StatementsSpent): D1Database {
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

  function add(results: D1Result[]): void {
    for (const { meta } of results) {
      spent.statements += 1;
      spent.rowsRead += meta.rows_read;
      spent.rowsWritten += meta.rows_written;
    }
  }

  function metered(statement: D1PreparedStatement, query: string): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          // These don't report their cost. A query is run again; for writes, the rows suffice.
          const isMute = name === 'raw' || name === 'first';
          if (isMute && !/^\s*select/i.test(query)) {
            const written = await target.all<Record<string, unknown>>();
            add([written]);
            return written.results.map((row) => Object.values(row));
          }
          const result: unknown = await Reflect.apply(value, target, args);
          if (name === 'all' || name === 'run') add([result as D1Result]);
          if (isMute) add([await target.all()]);
          return result;
        };
      },
    });
    originals.set(proxy, statement);
    return proxy;
  }

  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') {
        return (query: string) => {
          const statement = target.prepare(query);
          const bind = (...values: unknown[]) => metered(statement.bind(...values), query);
          return new Proxy(metered(statement, query), {
            get: (inner, key) => (key === 'bind' ? bind : Reflect.get(inner, key, inner)),
          });
        };
      }
      if (name === 'batch') {
        return async (batch: D1PreparedStatement[]) => {
          const results = await target.batch(batch.map((one) => originals.get(one) ?? one));
          add(results);
          return results;
        };
      }
      throw new Error(`not metered: ${String(name)}`);
    },
  });
}
