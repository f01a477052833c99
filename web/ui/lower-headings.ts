const LAST_LEVEL = 6;

/**
 * Lowers the headings of outside HTML below those of the page around it. The highest of them gets the
 * first level, whatever it was.
 *
 * @param firstLevel 4 for `h4`
 */
export function lowerHeadings(body: HTMLElement, firstLevel: number): void {
  const headings = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  for (const heading of headings) {
    const level = firstLevel + levels.indexOf(heading.tagName);
    const lowered = document.createElement(`h${Math.min(level, LAST_LEVEL)}`);
    lowered.append(...heading.childNodes);
    heading.replaceWith(lowered);
  }
}
