/**
 * Which database a passage stands in. Shared passages go by their podcast, private ones by their
 * owner, so that one person's search asks few databases.
 */

/** The bindings in their order: SEARCH, then SEARCH_1 and so on. */
export function searchDatabases(env: Env): D1Database[] {
  const names = Object.keys(env)
    .filter((name) => /^SEARCH(_\d+)?$/.test(name))
    .sort((one, other) => numberOf(one) - numberOf(other));
  return names.map((name) => Reflect.get(env, name) as D1Database);
}

const numberOf = (name: string) => Number(name.split('_')[1] ?? 0);

/**
 * The database of a podcast or an owner. Each database draws a number for the key and the highest one
 * has it, so that of what stands in n databases only one in n + 1 moves when one is added.
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

/** FNV-1a with a last mix, so that keys that differ in one letter draw unlike numbers. */
function draw(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
