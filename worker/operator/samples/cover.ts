import type { Show } from './shows.ts';
import { element, fragment, xmlDocument } from './xml.ts';

const SIZE = 600;
const CENTRE = { x: 300, y: 232 };
const RIPPLES = 5;

/** Degrees on the colour wheel. */
const HUES: Record<string, number> = {
  Marketing: 26,
  HR: 268,
  Finance: 152,
  Law: 216,
  Health: 346,
};

/** A show's cover as SVG: the ripples of a drop in the category's hue, and the show's name. */
export function drawCover(show: Show): string {
  const hue = HUES[show.category] ?? 200;
  const [series = '', topic] = show.title.split(': ');
  const ripples = Array.from({ length: RIPPLES }, (_, index) => {
    // Rings grow apart, thin and fade on their way out, as they do on water.
    const radius = 26 + index * 30 + index * index * 4;
    return element('circle', {
      cx: CENTRE.x,
      cy: CENTRE.y,
      r: radius,
      fill: 'none',
      stroke: `hsl(${hue} 90% 94%)`,
      'stroke-width': 11 - index * 1.5,
      'stroke-opacity': (0.95 - index * 0.14).toFixed(2),
    });
  });
  const label = (text: string, y: number, size: number, weight: number) =>
    element(
      'text',
      {
        x: SIZE / 2,
        y,
        'font-size': size,
        'font-weight': weight,
        'text-anchor': 'middle',
        'font-family': 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
        fill: '#fff',
      },
      text,
    );
  return xmlDocument(
    element(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `0 0 ${SIZE} ${SIZE}`,
        width: SIZE,
        height: SIZE,
        role: 'img',
        'aria-label': show.title,
      },
      element(
        'linearGradient',
        { id: 'water', x1: 0, y1: 0, x2: 0, y2: 1 },
        element('stop', { offset: 0, 'stop-color': `hsl(${hue} 82% 48%)` }),
        element('stop', { offset: 1, 'stop-color': `hsl(${hue} 80% 27%)` }),
      ),
      element('rect', { width: SIZE, height: SIZE, fill: 'url(#water)' }),
      fragment(ripples),
      element('circle', { cx: CENTRE.x, cy: CENTRE.y, r: 11, fill: '#fff' }),
      label(series, topic ? 474 : 520, 30, 500),
      topic ? label(topic, 544, 66, 700) : null,
    ),
  );
}
