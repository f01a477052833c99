/**
 * Items that this browser stores until the server has them. Each has a key of its own, so two tabs
 * never overwrite each other's items.
 */
import type { z } from 'zod';
import { createListeners } from '../ui/listeners.ts';

export interface StoredItem<Item> {
  id: string;
  item: Item;
}

export interface StoredItems<Item> {
  put(group: string, id: string, item: Item): void;
  get(group: string, id: string): Item | null;
  remove(group: string, id: string): void;
  count(group: string): number;
  /** Sorted by id. */
  list(group: string): StoredItem<Item>[];
  /** Calls the listener after each change, also by another tab. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
}

/**
 * The items of one name, in groups: those of one reader, for instance. What can't be read counts as
 * missing, and `list` removes it.
 */
export function storedItems<Item>(name: string, schema: z.ZodType<Item>): StoredItems<Item> {
  const prefix = `dripcast.${name}.`;
  /** What the storage refused, because it is full or blocked. It lasts until the page is left. */
  const inMemory = new Map<string, string>();
  const { subscribe, tell } = createListeners();

  const keyOf = (group: string, id: string) => `${prefix}${group}.${id}`;
  if (typeof window !== 'undefined') {
    // The key is null if another tab cleared the whole storage.
    window.addEventListener('storage', ({ key }) => {
      if (key === null || key.startsWith(prefix)) tell();
    });
  }

  function idsOf(group: string): string[] {
    let stored: string[] = [];
    try {
      stored = Object.keys(localStorage);
    } catch {
      // Blocked.
    }
    const start = keyOf(group, '');
    return [...new Set([...stored, ...inMemory.keys()])]
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length))
      .sort();
  }

  function get(group: string, id: string): Item | null {
    const key = keyOf(group, id);
    try {
      const text = inMemory.get(key) ?? localStorage.getItem(key);
      return text === null ? null : schema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  function remove(group: string, id: string): void {
    const key = keyOf(group, id);
    inMemory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Then it was never stored.
    }
    tell();
  }

  return {
    put(group, id, item) {
      const key = keyOf(group, id);
      const text = JSON.stringify(item);
      try {
        localStorage.setItem(key, text);
        inMemory.delete(key);
      } catch {
        inMemory.set(key, text);
      }
      tell();
    },
    get,
    remove,
    count: (group) => idsOf(group).length,
    list: (group) =>
      idsOf(group).flatMap((id) => {
        const item = get(group, id);
        if (item !== null) return [{ id, item }];
        remove(group, id);
        return [];
      }),
    onChange: subscribe,
  };
}
