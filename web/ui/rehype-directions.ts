import type { Root } from 'hast';
import { directionOf } from './text-direction.ts';

/** Gives a block its own direction where it differs from the whole text's, as a heading in another script. */
export function rehypeDirections() {
  return (tree: Root, file: { toString: () => string }) => {
    const markdown = file.toString();
    const direction = directionOf(markdown);
    for (const block of tree.children) {
      if (block.type !== 'element' || !block.position) continue;
      const { start, end } = block.position;
      const own = directionOf(markdown.slice(start.offset, end.offset));
      if (own !== direction) block.properties.dir = own;
    }
  };
}
