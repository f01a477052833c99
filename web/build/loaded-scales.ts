import type { Plugin } from 'vite';

/** Radix's rule that makes one of its colour scales the accent or the gray of an element. */
const SCALE_RULE =
  /(?<=[{}]\s*)(?:\.radix-themes:where\()?\[data-(?:accent|gray)-color=["']?([a-z]+)["']?\]\)?\s*\{[^{}]*\}/g;

/**
 * Leaves out Radix's rules for colour scales that we don't load: they refer to colours that don't exist, and
 * the first page would load them.
 */
export function loadedScales(): Plugin {
  return {
    name: 'loaded-scales',
    transform: {
      filter: { id: /\.css$/, code: 'data-accent-color' },
      handler: (css) =>
        css.replaceAll(SCALE_RULE, (rule, scale) => {
          const isUsed = rule.includes(`var(--${scale}-1)`);
          return isUsed && !css.includes(`--${scale}-1:`) ? '' : rule;
        }),
    },
  };
}
