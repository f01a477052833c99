/** Saved hostile texts do no harm as HTML, wherever in a text they are. */
import { expect, inject, test } from 'vitest';
import { renderInsight } from '../../../worker/library/render-insight.ts';
import { harmIn } from '../../support/harm-in.ts';

const PLACES: [name: string, place: (text: string) => string][] = [
  ['alone', (text) => text],
  ['in a paragraph', (text) => `Before **${text}** after`],
  ['in a list after a heading', (text) => `## Pay\n\n- one\n- ${text}\n\n> ${text}`],
  ['as the target of a link', (text) => `[click](${text})`],
  ['as an attribute', (text) => `<a title="${text}" href="${text}">click</a>`],
  ['behind an open element', (text) => `<table><td><b>${text}`],
];

test('the detector finds harmful markup', () => {
  expect(harmIn('<p onclick="x"><img src="y"><a href="javascript:z">')).toHaveLength(4);
});

test.each(PLACES)('hostile text does no harm %s', { timeout: 120_000 }, async (_, place) => {
  const reply = await fetch(`${inject('hostileTexts')}/sec-`);
  const texts: string[] = await reply.json();
  expect(texts.length).toBeGreaterThan(9);
  const harmful = texts.flatMap((text) => {
    const harm = harmIn(renderInsight(place(text)));
    return harm.length === 0 ? [] : [{ text, harm }];
  });
  expect(harmful).toEqual([]);
});
