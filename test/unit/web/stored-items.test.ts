/** Two tabs over one storage: each has the module of its own, and hears of the other by an event. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type * as StoredItemsModule from '../../../web/api/stored-items.ts';
import { stubForbiddenStorage, stubStorage } from './stub-storage.ts';

const schema = z.object({ note: z.string() });

let storage: ReturnType<typeof stubStorage>;
beforeEach(() => {
  storage = stubStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function openTab() {
  const tab = new EventTarget();
  vi.stubGlobal('window', tab);
  vi.resetModules();
  const { storedItems }: typeof StoredItemsModule = await import(
    '../../../web/api/stored-items.ts'
  );
  return {
    items: storedItems('notes', schema),
    /** What the browser tells a tab when another one changes the storage. */
    hear: (key: string | null) => tab.dispatchEvent(Object.assign(new Event('storage'), { key })),
  };
}

test('two tabs keep each other’s items, changes and removals', async () => {
  const { items: one } = await openTab();
  one.put('ada', '1', { note: 'first' });
  const { items: other } = await openTab();
  one.put('ada', '3', { note: 'third' });
  other.put('ada', '2', { note: 'second' });
  one.put('ada', '1', { note: 'changed' });
  other.remove('ada', '3');
  const left = [
    { id: '1', item: { note: 'changed' } },
    { id: '2', item: { note: 'second' } },
  ];
  expect(one.list('ada')).toEqual(left);
  expect(other.list('ada')).toEqual(left);
  expect(other.get('ada', '1')).toEqual({ note: 'changed' });
  expect(one.get('ada', '3')).toBeNull();
});

test('a tab hears of its own changes and of other tabs’, but not of other items', async () => {
  const { items, hear } = await openTab();
  const heard = vi.fn();
  const stop = items.onChange(heard);
  items.put('ada', '1', { note: '' });
  expect(heard).toHaveBeenCalledTimes(1);
  hear('dripcast.notes.ada.2');
  expect(heard).toHaveBeenCalledTimes(2);
  hear('dripcast.player');
  expect(heard).toHaveBeenCalledTimes(2);
  hear(null);
  expect(heard).toHaveBeenCalledTimes(3);
  stop();
  items.remove('ada', '1');
  expect(heard).toHaveBeenCalledTimes(3);
});

test('one group’s items are not another’s', async () => {
  const { items } = await openTab();
  items.put('ada', '1', { note: 'a' });
  items.put('ada2', '1', { note: 'b' });
  expect(items.list('ada')).toEqual([{ id: '1', item: { note: 'a' } }]);
  expect(items.count('ada2')).toBe(1);
});

test('what cannot be read is missing, and listing removes it', async () => {
  const { items } = await openTab();
  storage.setItem('dripcast.notes.ada.1', '{"note":');
  storage.setItem('dripcast.notes.ada.2', '{"note":3}');
  expect(items.get('ada', '1')).toBeNull();
  expect(items.count('ada')).toBe(2);
  expect(items.list('ada')).toEqual([]);
  expect(items.count('ada')).toBe(0);
});

test('what a full storage refuses is kept in memory, until there is room', async () => {
  const { items } = await openTab();
  items.put('ada', '1', { note: 'old' });
  const roomy = localStorage;
  stubForbiddenStorage();
  items.put('ada', '1', { note: 'new' });
  expect(items.list('ada')).toEqual([{ id: '1', item: { note: 'new' } }]);
  vi.stubGlobal('localStorage', roomy);
  expect(items.get('ada', '1')).toEqual({ note: 'new' });
  items.put('ada', '1', { note: 'newest' });
  expect((await openTab()).items.get('ada', '1')).toEqual({ note: 'newest' });
  items.remove('ada', '1');
  expect(items.count('ada')).toBe(0);
});
