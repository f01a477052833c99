/** A D1 database that counts its statements and their rows. */
import { surroundedDatabase } from '../support/databases.ts';

export interface StatementsSpent {
  statements: number;
  rowsRead: number;
  rowsWritten: number;
}

/** @param spent is increased by each statement */
export function meteredDatabase(d1: D1Database, spent: StatementsSpent): D1Database {
  function add(results: D1Result[]): void {
    for (const { meta } of results) {
      spent.statements += 1;
      spent.rowsRead += meta.rows_read;
      spent.rowsWritten += meta.rows_written;
    }
  }

  return surroundedDatabase(d1, {
    async execute(run, { query, statement }, method) {
      // These don't report their cost. A query is run again; for writes, the rows suffice.
      const isMute = method === 'raw' || method === 'first';
      if (isMute && !/^\s*select/i.test(query)) {
        const written = await statement.all<Record<string, unknown>>();
        add([written]);
        return written.results.map((row) => Object.values(row));
      }
      const result = await run();
      add([isMute ? await statement.all() : (result as D1Result)]);
      return result;
    },
    async batch(run) {
      const results = await run();
      add(results);
      return results;
    },
  });
}
