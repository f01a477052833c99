import type { Plugin } from 'vite';

/** The text size that browsers have by themselves. */
const ROOT_PX = 16;
const RADIX_SIZE = /calc\((-?[\d.]+)px \* var\(--scaling\)\)/g;
/** We leave Radix's factor for all sizes at 100 %. */
const OTHER_SCALING = /\.radix-themes:where\(\[data-scaling=["']?(?!100)\d+%["']?\]\) *\{[^}]*\}/g;

/** Radix's tokens are in pixels. In rem, as our sizes are, they follow the text size that a reader has set in the browser. */
export function relativeSizes(): Plugin {
  return {
    name: 'relative-sizes',
    // Not among the first: only once Tailwind and Vite have put all imported files in place.
    transform: {
      filter: { id: /\.css$/ },
      handler: (css) =>
        css
          .replaceAll(RADIX_SIZE, (_, px) => `${Number(px) / ROOT_PX}rem`)
          .replaceAll(OTHER_SCALING, ''),
    },
  };
}
