/** Rewrites a dump of Wrangler's so that D1 accepts it. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** The most characters of text that one statement writes; D1 takes statements of 100,000 bytes. */
const STATEMENT_CHARS = 20_000;
const WRITE_CHARS = 1024 * 1024;

/**
 * Writes the same database as another dump. D1 enforces foreign keys while it reads a dump, without one
 * transaction around it, but Wrangler writes rows before the tables they refer to. Here all tables come
 * first, then the rows of each after those it refers to, then indexes and triggers, which therefore count
 * nothing twice. Rows too long for a statement are written in pieces.
 *
 * @param scratch a file that doesn't exist yet, for a database with the dump's contents
 * @throws Error if the dump can't be read, or has a row that refers to a missing one
 */
export async function orderDump(dump: string, ordered: string, scratch: string): Promise<void> {
  const db = new DatabaseSync(scratch, { enableForeignKeyConstraints: false });
  try {
    await load(db, dump);
    const [broken] = db.prepare('PRAGMA foreign_key_check').all();
    if (broken) throw new Error(`A row of ${broken.table} refers to a missing one`);
    await using file = await open(ordered, 'w');
    let waiting = '';
    for (const statement of statementsOf(db)) {
      waiting += `${statement}\n`;
      if (waiting.length < WRITE_CHARS) continue;
      await file.write(waiting);
      waiting = '';
    }
    await file.write(waiting);
  } finally {
    db.close();
  }
}

/** Reads a dump of any length. A row is one line, because Wrangler writes line breaks as `\n`. */
async function load(db: DatabaseSync, dump: string): Promise<void> {
  let waiting = '';
  db.exec('BEGIN');
  for await (const piece of createReadStream(dump, 'utf8')) {
    waiting += piece;
    const end = waiting.lastIndexOf(';\nINSERT INTO "');
    if (end === -1) continue;
    db.exec(waiting.slice(0, end + 1));
    waiting = waiting.slice(end + 1);
  }
  db.exec(waiting);
  db.exec('COMMIT');
}

const quoteName = (name: unknown) => `"${String(name).replaceAll('"', '""')}"`;

function* statementsOf(db: DatabaseSync): Generator<string> {
  yield 'PRAGMA defer_foreign_keys=TRUE;';
  const tables = db
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    )
    .all();
  for (const { sql } of tables) yield `${sql};`;
  for (const name of inOrder(
    db,
    tables.map((table) => String(table.name)),
  )) {
    yield* insertsOf(db, name);
  }
  const counts = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get();
  if (counts) {
    yield 'DELETE FROM sqlite_sequence;';
    yield* insertsOf(db, 'sqlite_sequence');
  }
  const rest = db
    .prepare(
      "SELECT sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL ORDER BY type, rowid",
    )
    .all();
  for (const { sql } of rest) yield `${sql};`;
}

/** The tables, each after those it refers to. */
function inOrder(db: DatabaseSync, tables: string[]): string[] {
  const ordered = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const keys = db.prepare(`PRAGMA foreign_key_list(${quoteName(name)})`).all();
    for (const { table } of keys) visit(String(table));
    ordered.add(name);
  };
  for (const name of tables) visit(name);
  return [...ordered];
}

function* insertsOf(db: DatabaseSync, name: string): Generator<string> {
  const table = quoteName(name);
  const columns = db.prepare(`PRAGMA table_info(${table})`).all();
  const names = columns.map((column) => quoteName(column.name));
  const select = db.prepare(`SELECT ${names.join(', ')} FROM ${table} ORDER BY rowid`);
  // Numbers beyond 2 ** 53 stay exact.
  select.setReadBigInts(true);
  for (const row of select.iterate()) {
    const cells = Object.values(row);
    let left = STATEMENT_CHARS;
    const begun = cells.map((cell) => {
      if (typeof cell !== 'string' || cell.length <= left) {
        left -= typeof cell === 'string' ? cell.length : 0;
        return literal(cell);
      }
      return literal('');
    });
    yield `INSERT INTO ${table} (${names.join(',')}) VALUES (${begun.join(',')});`;
    for (const [index, cell] of cells.entries()) {
      if (typeof cell !== 'string' || begun[index] === literal(cell)) continue;
      for (const piece of piecesOf(cell)) {
        // The row that was just inserted.
        yield `UPDATE ${table} SET ${names[index]} = ${names[index]} || ${literal(piece)} WHERE rowid = (SELECT max(rowid) FROM ${table});`;
      }
    }
  }
}

/** Cuts a text between characters, never inside a surrogate pair. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + STATEMENT_CHARS;
    if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

function literal(value: SQLOutputValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`;
  // A whole real number must not become an integer.
  if (typeof value === 'number' && Number.isInteger(value)) return value.toExponential();
  return String(value);
}
