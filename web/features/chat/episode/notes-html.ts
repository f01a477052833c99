import { lowerHeadings } from '../../../ui/lower-headings.ts';

/** Below the headings of the overlay. */
const FIRST_HEADING_LEVEL = 3;

/** A time or an address in running text. An address ends before the sentence's own signs. */
const PLACE_OR_ADDRESS =
  /(?<![\d:.])(?<clock>(?:\d{1,2}:)?\d{1,3}:[0-5]\d)(?![\d:])|\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g;

export interface Places {
  open: boolean;
  play: boolean;
}

const PLAY_MARK =
  '<svg viewBox="0 0 24 24" width="12" height="12" aria-hidden="true" fill="currentColor"><path d="M7 4.5v15l12.5-7.5Z"/></svg>';

const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * Prepares sanitised show notes for the page: links open in a new tab and tell nobody where from,
 * addresses in the text become links, and times become buttons with their seconds as `data-open` and
 * `data-play`.
 *
 * @param places what a time in them can do: open the transcript, play the episode, or both
 */
export function prepareNotes(html: string, places: Places): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const anchor of body.querySelectorAll('a')) {
    if (isSafe(anchor.getAttribute('href') ?? '')) openOutside(anchor);
    else anchor.replaceWith(...anchor.childNodes);
  }
  lowerHeadings(body, FIRST_HEADING_LEVEL);
  body.normalize();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest('a, code')) texts.push(node);
  }
  for (const text of texts) text.replaceWith(...piecesOf(text.data, places));
  return body.innerHTML;
}

function piecesOf(text: string, places: Places): (string | HTMLElement)[] {
  const pieces: (string | HTMLElement)[] = [];
  let from = 0;
  for (const { 0: written, index, groups } of text.matchAll(PLACE_OR_ADDRESS)) {
    const clock = groups?.clock;
    const piece = clock === undefined ? link(written) : times(clock, places);
    if (piece === null) continue;
    pieces.push(text.slice(from, index), piece);
    from = index + written.length;
  }
  return [...pieces, text.slice(from)];
}

function times(clock: string, { open, play }: Places): HTMLElement | null {
  const seconds = String(clock.split(':').reduce((sum, part) => sum * 60 + +part, 0));
  const make = (does: 'open' | 'play', className: string, label: string) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = className;
    button.dataset[does] = seconds;
    button.setAttribute('aria-label', label);
    return button;
  };
  if (!open && !play) return null;
  // Keeps both on one line.
  const both = document.createElement('span');
  both.className = 'cited';
  if (open) {
    const button = make('open', 'citation', `Open the transcript at ${clock}`);
    button.textContent = clock;
    both.append(button);
  }
  if (play) {
    // Without a transcript, the time itself is what plays.
    const button = make('play', open ? 'citation-play' : 'citation', `Play from ${clock}`);
    if (open) button.innerHTML = PLAY_MARK;
    else button.textContent = clock;
    both.append(button);
  }
  return both;
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
