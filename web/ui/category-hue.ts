import type { Category } from '../../schema/limits.ts';

/** The hue of a category, used only on its badge and placeholder covers. */
const CATEGORY_HUES = {
  Marketing: 'orange',
  HR: 'violet',
  Finance: 'green',
  Law: 'blue',
  Health: 'crimson',
} as const satisfies Record<Category, string>;

export type Hue = (typeof CATEGORY_HUES)[Category] | 'teal';

export function categoryHue(category: Category): Hue {
  return CATEGORY_HUES[category] ?? 'teal';
}
