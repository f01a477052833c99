/** Stands in for a browser's storages. Call `vi.unstubAllGlobals()` after the test. */
import { vi } from 'vitest';

/** Its keys are the object's own, as in a browser. */
class MemoryStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, text: string) {
    this[key] = text;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

/** Gives the test an empty `localStorage`. */
export function stubStorage(): MemoryStorage {
  const storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  return storage;
}

/** The same for `sessionStorage`. */
export function stubSessionStorage(): MemoryStorage {
  const storage = new MemoryStorage();
  vi.stubGlobal('sessionStorage', storage);
  return storage;
}

/** Both storages forbidden, or full. */
export function stubForbiddenStorage(): void {
  const refuse = () => {
    throw new DOMException('The storage is blocked', 'SecurityError');
  };
  const methods = { getItem: refuse, setItem: refuse, removeItem: refuse };
  const storage = new Proxy(methods, { ownKeys: refuse });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
}
