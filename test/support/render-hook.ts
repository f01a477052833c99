/** Runs React hooks outside a browser, in linkedom's document. */
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { parseHTML } from 'linkedom';
import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

// React's default, a timer, may outlive its test and then finds no window.
notifyManager.setScheduler(queueMicrotask);

export interface RenderedHook<Props, Result> {
  /** What the hook returned last. */
  result: () => Result;
  rerender: (props: Props) => void;
  unmount: () => void;
}

/** Wraps what changes state: React then finishes rendering and runs the effects. */
export { act };

/**
 * Renders a hook. Unmount it at the end of the test, and call `vi.unstubAllGlobals()` after it: an update
 * that comes later finds no window.
 *
 * @param queryClient what the hook's queries and mutations use
 * @param wrap puts whatever else the hook needs around it
 */
export function renderHook<Props, Result>(
  useHook: (props: Props) => Result,
  props: Props,
  queryClient = new QueryClient(),
  wrap: (probe: ReactNode) => ReactNode = (probe) => probe,
): RenderedHook<Props, Result> {
  const { window, document } = parseHTML('<!doctype html><body><div id="root"></div></body>');
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const container = document.querySelector('#root');
  if (!container) throw new Error('the document has no root');
  let last: { result: Result } | null = null;
  function Probe({ given }: { given: Props }) {
    last = { result: useHook(given) };
    return null;
  }
  const root = createRoot(container);
  let isMounted = true;
  onTestFinished(({ task }) => {
    // A failed test didn't get that far.
    if (isMounted && task.result?.state === 'pass') throw new Error('The hook is still mounted');
  });
  const render = (given: Props) => {
    const probe = wrap(createElement(Probe, { given }));
    act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, probe)));
  };
  render(props);
  return {
    result() {
      if (last === null) throw new Error('the hook has not been rendered');
      return last.result;
    },
    rerender: render,
    unmount() {
      isMounted = false;
      act(() => root.unmount());
    },
  };
}
