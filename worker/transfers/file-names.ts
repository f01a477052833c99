/** Names of files and folders that Windows, macOS and Linux all take. */

/** What Windows refuses, what Obsidian's links cannot contain, and what cannot be seen. */
const REFUSED = /[<>:"/\\|?*#^[\]]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** Devices on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=$|\.| )/i;
/** A path of two such names stays below what Windows takes, and a name below Linux's 255 bytes. */
const NAME_MAX_BYTES = 120;
const NAME_MAX_CHARS = 80;

const encoder = new TextEncoder();

/** A title as a name, without an extension; `otherwise` where nothing of it is left. */
export function safeName(title: string, otherwise: string): string {
  const plain = title
    .toWellFormed()
    .normalize('NFC')
    .replace(REFUSED, ' ')
    .replace(/\s+/g, ' ')
    // Hidden on Unix at the front; dropped by Windows at the end.
    .replace(/^[\s.~-]+/, '');
  const name = trimEnd(cut(plain));
  if (name === '') return otherwise;
  return RESERVED.test(name) ? `_${name}` : name;
}

const trimEnd = (name: string) => name.replace(/[\s.]+$/, '');

/** Whole characters, as many as there is room for. */
function cut(name: string): string {
  let bytes = 0;
  let cutName = '';
  for (const character of [...name].slice(0, NAME_MAX_CHARS)) {
    bytes += encoder.encode(character).length;
    if (bytes > NAME_MAX_BYTES) break;
    cutName += character;
  }
  return cutName;
}

/** Numbers names that are the same where upper and lower case, or notations of accents, are not told apart. */
export class Names {
  readonly #taken = new Set<string>();
  /** The last number of each name, so that thousands of the same take no longer than others. */
  readonly #last = new Map<string, number>();

  /** `Title`, `Title (2)`, `Title (3)` … */
  take(title: string, otherwise: string): string {
    const name = safeName(title, otherwise);
    const key = keyOf(name);
    if (!this.#taken.has(key)) {
      this.#taken.add(key);
      return name;
    }
    for (let number = (this.#last.get(key) ?? 1) + 1; ; number += 1) {
      const numbered = `${name} (${number})`;
      if (this.#taken.has(keyOf(numbered))) continue;
      this.#taken.add(keyOf(numbered));
      this.#last.set(key, number);
      return numbered;
    }
  }
}

/** As the least careful file system compares names. */
const keyOf = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase();
