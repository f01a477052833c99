/** Names of files and folders that are valid on Windows, macOS and Linux. */

/** Characters that Windows refuses, that Obsidian's links can't contain, or that are invisible. */
const REFUSED = /[<>:"/\\|?*#^[\]]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** Windows reserves these names for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=$|\.| )/i;
/** Keeps a path of two names within Windows's limit, and a name within Linux's 255 bytes. */
const NAME_MAX_BYTES = 120;
const NAME_MAX_CHARS = 80;

const encoder = new TextEncoder();

/** Makes a name without an extension from a title; `otherwise` if nothing of the title is left. */
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

/** Truncates between characters. */
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

/** Makes names unique, even on file systems that ignore case and Unicode normalisation. */
export class Names {
  readonly #taken = new Set<string>();
  /** The last number given to each name, so that thousands of equal names stay fast. */
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

/** Equal for names that some file system takes for the same. */
const keyOf = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase();
