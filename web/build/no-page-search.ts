import type { Plugin } from 'vite';

/** Radix's selector for the root of a page whose theme is set on an element somewhere in it. */
const ROOT_OF_THEME =
  /,\s*:root:where\(:has\(\.radix-themes\[data-is-root-theme=["']?true["']?\]:where\([^()]*\)\)\)/g;

/**
 * Leaves out Radix's selector that looks for a theme through the whole page, whenever anything in the page has
 * changed. Our own rules (`page.css`) set the root's colour scheme.
 */
export function noPageSearch(): Plugin {
  return {
    name: 'no-page-search',
    transform: {
      filter: { id: /\.css$/, code: 'data-is-root-theme' },
      handler: (css) => css.replaceAll(ROOT_OF_THEME, ''),
    },
  };
}
