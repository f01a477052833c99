import type { Category } from '../../schema/limits.ts';
import { categoryHue } from './category-hue.ts';

export function CategoryBadge({ category }: { category: Category }) {
  return (
    <span
      data-accent-color={categoryHue(category)}
      className="inline-flex h-6 items-center whitespace-nowrap rounded-full bg-(--accent-a3) px-2.5 text-xs font-medium text-(--accent-11)"
    >
      {category}
    </span>
  );
}
