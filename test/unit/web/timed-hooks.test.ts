/** Hooks that wait: closing, debouncing, the countdown, and text kept in the address. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useClosing } from '../../../web/features/chat/use-closing.ts';
import { useCountdown } from '../../../web/features/episodes/use-countdown.ts';
import { useAddressText } from '../../../web/features/search/use-address-text.ts';
import { useSettled } from '../../../web/ui/use-settled.ts';
import { act, renderHook } from '../../support/render-hook.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('closing', () => {
  test('takes 200 ms and happens once', () => {
    const onClosed = vi.fn();
    const { result, unmount } = renderHook(useClosing, onClosed);
    expect(result().isClosing).toBe(false);
    act(() => result().close());
    wait(100);
    act(() => result().close());
    expect(result().isClosing).toBe(true);
    wait(99);
    expect(onClosed).not.toHaveBeenCalled();
    wait(1);
    expect(onClosed).toHaveBeenCalledTimes(1);
    wait(1_000);
    expect(onClosed).toHaveBeenCalledTimes(1);
    unmount();
  });

  test('is forgotten if the overlay is gone before', () => {
    const onClosed = vi.fn();
    const { result, unmount } = renderHook(useClosing, onClosed);
    act(() => result().close());
    unmount();
    vi.advanceTimersByTime(1_000);
    expect(onClosed).not.toHaveBeenCalled();
  });
});

describe('a debounced value', () => {
  const useText = (text: string) => useSettled(text, 300);

  test('changes after a pause only', () => {
    const { result, rerender, unmount } = renderHook<string, [string, () => void]>(useText, 'b');
    rerender('bu');
    wait(299);
    rerender('bud');
    wait(299);
    expect(result()[0]).toBe('b');
    wait(1);
    expect(result()[0]).toBe('bud');
    unmount();
  });

  test('can be settled at once', () => {
    const { result, rerender, unmount } = renderHook<string, [string, () => void]>(useText, 'b');
    rerender('budget');
    act(() => result()[1]());
    expect(result()[0]).toBe('budget');
    unmount();
  });
});

describe('the countdown', () => {
  test('ticks every second and ends', () => {
    const { result, unmount } = renderHook(useCountdown, '2026-01-02T03:04:08.000Z');
    expect(result()).toBe('in 3 seconds');
    wait(1_000);
    expect(result()).toBe('in 2 seconds');
    wait(2_000);
    expect(result()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
    unmount();
  });

  test.each([null, '2026-01-02T03:04:05.000Z', 'soon'])('is null for %s', (until) => {
    const { result, unmount } = renderHook(useCountdown, until as string | null);
    expect(result()).toBeNull();
    unmount();
  });

  test('follows a new time', () => {
    const { result, rerender, unmount } = renderHook(useCountdown, null as string | null);
    rerender('2026-01-02T03:04:06.000Z');
    expect(result()).toBe('in 1 second');
    unmount();
  });
});

describe('text kept in the address', () => {
  const render = (address: string) => {
    const written: string[] = [];
    const write = async (text: string) => void written.push(text);
    const hook = renderHook((given: string) => useAddressText(given, write), address);
    return { ...hook, written };
  };

  test('is written after a pause in typing', () => {
    const { result, written, unmount } = render('');
    act(() => result().setText('b'));
    wait(249);
    act(() => result().setText('bu'));
    wait(249);
    expect(written).toEqual([]);
    wait(1);
    expect(written).toEqual(['bu']);
    unmount();
  });

  test('is not overwritten by its own late arrival in the address', () => {
    const { result, rerender, unmount } = render('');
    act(() => result().setText('bu'));
    wait(250);
    act(() => result().setText('budget'));
    rerender('bu');
    expect(result().text).toBe('budget');
    unmount();
  });

  test('follows Back, Forward and links', () => {
    const { result, rerender, unmount } = render('budget');
    rerender('salary');
    expect(result().text).toBe('salary');
    unmount();
  });
});
