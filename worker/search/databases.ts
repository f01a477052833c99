/**
 * Chooses the database of a passage: by podcast if shared, by owner if private, so that a search asks
 * few databases.
 */

/** The bindings in order: SEARCH, then SEARCH_1 and so on. */
export function searchDatabases(env: Env): D1Database[] {
  const names = Object.keys(env)
    .filter((name) => /^SEARCH(_\d+)?$/.test(name))
    .sort((one, other) => numberOf(one) - numberOf(other));
  return names.map((name) => Reflect.get(env, name) as D1Database);
}

const numberOf = (name: string) => Number(name.split('_')[1] ?? 0);

/**
 * Returns the database of a podcast or an owner (rendezvous hashing): each database draws a number for
 * the key and the highest wins, so that adding a database to n moves only one key in n + 1.
 */
export function chooseDatabase(databases: readonly D1Database[], key: string): D1Database {
  let best: D1Database | undefined;
  let highest = -1;
  databases.forEach((database, place) => {
    const drawn = draw(`${place} ${key}`);
    if (drawn > highest) {
      highest = drawn;
      best = database;
    }
  });
  if (!best) throw new Error('there is no database for the search index');
  return best;
}

/** FNV-1a with a final mix, so that similar keys draw unrelated numbers. */
function draw(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
