/** Below the headings of the overlay. */
const FIRST_HEADING_LEVEL = 3;
const LAST_HEADING_LEVEL = 6;

/** A time or an address in running text. An address ends before the sentence's own signs. */
const PLACE_OR_ADDRESS =
  /(?<![\d:.])(?<clock>(?:\d{1,2}:)?\d{1,3}:[0-5]\d)(?![\d:])|\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g;

const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * Prepares sanitised show notes for the page: links open in a new tab and tell nobody where from,
 * addresses in the text become links, and times become buttons with their `data-seconds`.
 *
 * @param hasPlaces false if there is no transcript to open at a time
 */
export function prepareNotes(html: string, hasPlaces: boolean): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const anchor of body.querySelectorAll('a')) {
    if (isSafe(anchor.getAttribute('href') ?? '')) openOutside(anchor);
    else anchor.replaceWith(...anchor.childNodes);
  }
  const headings = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  for (const heading of headings) {
    const level = FIRST_HEADING_LEVEL + levels.indexOf(heading.tagName);
    const lowered = document.createElement(`h${Math.min(level, LAST_HEADING_LEVEL)}`);
    lowered.append(...heading.childNodes);
    heading.replaceWith(lowered);
  }
  body.normalize();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest('a, code')) texts.push(node);
  }
  for (const text of texts) text.replaceWith(...piecesOf(text.data, hasPlaces));
  return body.innerHTML;
}

function piecesOf(text: string, hasPlaces: boolean): (string | HTMLElement)[] {
  const pieces: (string | HTMLElement)[] = [];
  let from = 0;
  for (const { 0: written, index, groups } of text.matchAll(PLACE_OR_ADDRESS)) {
    const clock = groups?.clock;
    if (clock !== undefined && !hasPlaces) continue;
    pieces.push(text.slice(from, index), clock === undefined ? link(written) : time(clock));
    from = index + written.length;
  }
  return [...pieces, text.slice(from)];
}

function time(clock: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'citation';
  button.dataset.seconds = String(clock.split(':').reduce((sum, part) => sum * 60 + +part, 0));
  button.setAttribute('aria-label', `Open the transcript at ${clock}`);
  button.textContent = clock;
  return button;
}

function link(address: string): HTMLElement | string {
  if (!isSafe(address)) return address;
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.textContent = address;
  openOutside(anchor);
  return anchor;
}

function openOutside(anchor: HTMLAnchorElement): void {
  anchor.target = '_blank';
  anchor.rel = 'noopener noreferrer nofollow';
}

function isSafe(href: string): boolean {
  return SAFE_SCHEMES.has(URL.parse(href)?.protocol ?? '');
}
