import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from './local-storage.ts';

type Appearance = 'light' | 'dark';

/** `public/theme.js` reads it before the first paint. */
const CHOICE_KEY = 'dripcast.theme';
const PAPER: Record<Appearance, string> = { light: '#fbfdfc', dark: '#0c1313' };

const listeners = new Set<() => void>();

/** Called lazily, because prerendering has no window. */
function system(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function systemAppearance(): Appearance {
  return system().matches ? 'dark' : 'light';
}

function current(): Appearance {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function show(appearance: Appearance) {
  document.documentElement.classList.toggle('dark', appearance === 'dark');
  document.documentElement.classList.toggle('light', appearance === 'light');
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = PAPER[appearance];
  }
  for (const listener of listeners) listener();
}

function followSystem() {
  if (readLocal(CHOICE_KEY) === null) show(systemAppearance());
}

/** Choosing the system's current theme means following the system again. */
function choose(appearance: Appearance) {
  writeLocal(CHOICE_KEY, appearance === systemAppearance() ? null : appearance);
  show(appearance);
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) system().addEventListener('change', followSystem);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) system().removeEventListener('change', followSystem);
  };
}

/** The theme in use, and a function that changes the reader's choice. */
export function useAppearance() {
  const appearance = useSyncExternalStore(subscribe, current, () => 'light' as const);
  return { appearance, choose };
}
