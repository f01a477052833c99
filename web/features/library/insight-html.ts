const CITATION = /\[((?:\d{1,2}:)?\d{1,3}:[0-5]\d)\]/;

/** Below the headings of the library: its own, a podcast's, an episode's. */
const FIRST_HEADING_LEVEL = 4;
const LAST_HEADING_LEVEL = 6;

/**
 * Sanitised HTML as it is set on the page: headings stand below those around them, and each
 * `[12:34]` is a button that carries its place in seconds as `data-seconds`. Nothing but digits and
 * colons goes into the buttons.
 */
export function prepareInsight(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  lowerHeadings(body);
  makeCitationButtons(body);
  return body.innerHTML;
}

function lowerHeadings(body: HTMLElement): void {
  const headings = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  for (const heading of headings) {
    const level = FIRST_HEADING_LEVEL + levels.indexOf(heading.tagName);
    const lowered = document.createElement(`h${Math.min(level, LAST_HEADING_LEVEL)}`);
    lowered.append(...heading.childNodes);
    heading.replaceWith(lowered);
  }
}

function makeCitationButtons(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.parentElement?.closest('code') === null) texts.push(node);
  }
  for (const text of texts) {
    let rest = text;
    for (let match = CITATION.exec(rest.data); match !== null; match = CITATION.exec(rest.data)) {
      const [written, clock = ''] = match;
      const cited = rest.splitText(match.index);
      rest = cited.splitText(written.length);
      cited.replaceWith(citationButton(clock));
    }
  }
}

function citationButton(clock: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'citation';
  button.dataset.seconds = String(secondsOf(clock));
  button.setAttribute('aria-label', `Open the transcript at ${clock}`);
  button.textContent = clock;
  return button;
}

function secondsOf(clock: string): number {
  return clock.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}
