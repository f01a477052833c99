/** Hooks that decide: swipes, the selected search result, the kept question. */
import type { TouchEvent } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SearchResult } from '../../../schema/wire/search.ts';
import {
  storedQuestion,
  useStoredQuestion,
} from '../../../web/features/chat/use-stored-question.ts';
import { useSelection } from '../../../web/features/search/use-selection.ts';
import { useSwipe } from '../../../web/ui/use-swipe.ts';
import { act, renderHook } from '../../support/render-hook.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a swipe', () => {
  const at = (x: number, y: number) => ({ clientX: x, clientY: y });

  function swipe(from: [number, number], to: [number, number], fingers = 1, isCollapsed = true) {
    const seen: number[] = [];
    const { result, unmount } = renderHook(useSwipe, (by: number) => void seen.push(by));
    vi.stubGlobal('Element', class {});
    vi.stubGlobal('getSelection', () => ({ isCollapsed }));
    const touches = Array.from({ length: fingers }, () => at(...from));
    result().onTouchStart({ touches, target: null } as unknown as TouchEvent);
    result().onTouchEnd({ changedTouches: [at(...to)] } as unknown as TouchEvent);
    unmount();
    return seen;
  }

  test('to the left shows the next view, to the right the one before', () => {
    expect(swipe([200, 10], [120, 10])).toEqual([1]);
    expect(swipe([120, 10], [200, 10])).toEqual([-1]);
  });

  test.each([
    ['a tap', swipeOf([200, 10], [180, 10])],
    ['scrolling', swipeOf([200, 10], [120, 60])],
    ['two fingers', swipeOf([200, 10], [100, 10], 2)],
    ['selecting text', swipeOf([200, 10], [100, 10], 1, false)],
  ])('is not %s', (_, run) => {
    expect(run()).toEqual([]);
  });

  function swipeOf(...given: Parameters<typeof swipe>) {
    return () => swipe(...given);
  }
});

describe('the selected search result', () => {
  const group = (...ids: string[]) => [
    { kind: 'note' as const, title: 'Notes', results: ids.map((id) => ({ id }) as SearchResult) },
  ];
  type Given = [ids: string[], shown: string | null];
  const useResults = ([ids, shown]: Given) => useSelection(group(...ids), ids[0] ?? null, shown);

  test('is the first one once the results are there', () => {
    const { result, rerender, unmount } = renderHook(useResults, [[], null] as Given);
    expect(result().result()).toBeNull();
    rerender([['a', 'b'], 'budget']);
    expect(result().result()?.id).toBe('a');
    unmount();
  });

  test('stays where the reader put it when more results load', () => {
    const { result, rerender, unmount } = renderHook(useResults, [['a', 'b'], 'budget'] as Given);
    act(() => result().select('b'));
    rerender([['a', 'b', 'c'], 'budget']);
    expect(result().result()?.id).toBe('b');
    rerender([['d'], 'salary']);
    expect(result().result()?.id).toBe('d');
    unmount();
  });

  test('is none after typing, until new results are there', () => {
    const { result, rerender, unmount } = renderHook(useResults, [['a'], 'budget'] as Given);
    rerender([['a'], null]);
    act(() => result().clear());
    expect(result().result()).toBeNull();
    rerender([['a'], 'budgets']);
    expect(result().result()?.id).toBe('a');
    unmount();
  });
});

describe('a kept question', () => {
  const question = { id: 'q', text: 'Why?' };
  type Given = [sessionId: string | null, open: typeof question | null];
  const useQuestion = ([sessionId, open]: Given) => useStoredQuestion(sessionId, 'episode', open);

  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    });
  });

  test('moves into its session, and is forgotten once it is answered', () => {
    const { rerender, unmount } = renderHook(useQuestion, [null, question] as Given);
    expect(storedQuestion(null, 'episode')).toEqual(question);
    rerender(['session', question]);
    expect(storedQuestion(null, 'episode')).toBeNull();
    expect(storedQuestion('session', 'episode')).toEqual(question);
    rerender(['session', null]);
    expect(storedQuestion('session', 'episode')).toBeNull();
    unmount();
  });

  test('survives leaving the page', () => {
    renderHook(useQuestion, ['session', question] as Given).unmount();
    expect(storedQuestion('session', 'episode')).toEqual(question);
  });
});
