import { placeNumber } from '../../../schema/wire/clock.ts';
import { readAssistantLink } from '../../ui/assistant-links.ts';
import { CITATION, cutLastWord, isTimeLabel, openingLabel } from '../../ui/citations.ts';
import { lowerHeadings } from '../../ui/lower-headings.ts';
import { directionOf } from '../../ui/text-direction.ts';

/** Below the headings of the library, the podcast and the episode. */
const FIRST_HEADING_LEVEL = 4;

/** More than any screen shows. */
const POINT_MAX_CHARS = 240;

/**
 * Prepares sanitised HTML for the page: lowers its headings below the page's own, turns each `[12:34]`
 * and `[¶ 12]` into a button with its number in `data-seconds`, adds hosts to external links and replaces other
 * links with their text. Buttons contain only such a label. A block has its own direction where it differs from
 * the whole text's.
 */
export function prepareInsight(html: string, isPlayable: boolean): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  lowerHeadings(body, FIRST_HEADING_LEVEL);
  const direction = directionOf(html);
  for (const block of body.children) {
    const own = directionOf(block.innerHTML);
    if (own !== direction) block.setAttribute('dir', own);
  }
  makeCitationButtons(body);
  if (!isPlayable) for (const button of body.querySelectorAll('[data-play]')) button.remove();
  nameHosts(body);
  return body.innerHTML;
}

/**
 * Returns what tells insights of an episode apart: the question of a saved answer, which is a bold
 * paragraph at its beginning, and the first point, each in one line.
 */
export function excerptOf(html: string): { question: string | null; point: string } {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  makeCitationButtons(body);
  for (const button of body.querySelectorAll('.cited button')) button.remove();
  const first = body.firstElementChild;
  const isQuestion =
    first?.tagName === 'P' &&
    first.nextElementSibling !== null &&
    first.childNodes.length === 1 &&
    first.firstElementChild?.tagName === 'STRONG';
  if (isQuestion) first.remove();
  const point = body.querySelector('li') ?? body.querySelector('p') ?? body;
  return { question: isQuestion ? inOneLine(first) : null, point: inOneLine(point) };
}

/** A place leaves the space before it to a full stop or comma. */
const GAP = / (?=[.,](?: |$))/g;

const inOneLine = ({ textContent }: Element): string =>
  (textContent ?? '').replaceAll(/\s+/g, ' ').replaceAll(GAP, '').trim().slice(0, POINT_MAX_CHARS);

function nameHosts(body: HTMLElement): void {
  for (const anchor of body.querySelectorAll('a')) {
    const link = readAssistantLink(anchor.getAttribute('href') ?? undefined, anchor.textContent);
    if (!link) {
      anchor.replaceWith(...anchor.childNodes);
      continue;
    }
    anchor.target = '_blank';
    anchor.rel = 'noopener noreferrer';
    anchor.ariaHasPopup = 'dialog';
    if (link.isPlain) continue;
    const host = document.createElement('bdi');
    host.className = 'link-host';
    host.textContent = ` (${link.destination})`;
    anchor.append(host);
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
    let from = 0;
    for (const { 0: written, 1: label = '', index } of text.data.matchAll(CITATION)) {
      const cited = rest.splitText(index - from);
      from = index + written.length;
      const [before, word] = cutLastWord(rest.data);
      rest.data = before;
      rest = cited.splitText(written.length);
      cited.replaceWith(citation(word, label));
    }
  }
}

function citation(word: string, label: string): HTMLSpanElement {
  const span = document.createElement('span');
  span.className = 'cited';
  span.append(word, citationButton(label));
  if (isTimeLabel(label)) span.append(playButton(label));
  return span;
}

function citationButton(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'citation';
  button.dataset.seconds = String(placeNumber(label));
  button.setAttribute('aria-label', openingLabel(label));
  button.textContent = label;
  return button;
}

const SVG = 'http://www.w3.org/2000/svg';

function playButton(clock: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'citation-play';
  button.dataset.play = String(placeNumber(clock));
  button.setAttribute('aria-label', `Play from ${clock}`);
  const mark = document.createElementNS(SVG, 'svg');
  mark.setAttribute('viewBox', '0 0 24 24');
  mark.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', 'M7 4.5v15l12.5-7.5Z');
  mark.append(path);
  button.append(mark);
  return button;
}
