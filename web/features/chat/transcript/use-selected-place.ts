import { type RefObject, useEffect, useState } from 'react';
import type { TranscriptLine } from '../../../../schema/wire/episodes.ts';
import { paragraphIndexOf } from './paragraph-blocks.ts';
import { sentencesOf } from './said-sentence.ts';
import type { Paragraph } from './transcript-layout.ts';

interface SelectedPlace {
  start: number;
  end: number;
  text: string;
  speaker: string | null;
}

/** The whole sentences that a selection in the transcript touches; null where nothing is selected. */
export function useSelectedPlace(
  scrollRef: RefObject<HTMLElement | null>,
  paragraphs: readonly Paragraph[],
  lines: readonly TranscriptLine[],
): SelectedPlace | null {
  const [place, setPlace] = useState<SelectedPlace | null>(null);
  useEffect(() => {
    const look = () => {
      const scroller = scrollRef.current;
      const selection = getSelection();
      if (!scroller || !selection || selection.isCollapsed || selection.rangeCount === 0) {
        return setPlace(null);
      }
      setPlace(selectedIn(scroller, selection.getRangeAt(0), paragraphs, lines));
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [scrollRef, paragraphs, lines]);
  return place;
}

function selectedIn(
  scroller: HTMLElement,
  range: Range,
  paragraphs: readonly Paragraph[],
  lines: readonly TranscriptLine[],
): SelectedPlace | null {
  const first = edgeOf(scroller, range.startContainer, range.startOffset);
  const last = edgeOf(scroller, range.endContainer, range.endOffset);
  if (!first || !last) return null;
  const touched = paragraphs.slice(first.place, last.place + 1).flatMap((paragraph, index) =>
    sentencesOf(paragraph, lines)
      .filter(
        ({ from, to }) =>
          (index > 0 || to > first.offset) &&
          (first.place + index < last.place || from < last.offset),
      )
      .map(({ start, from, to }) => ({
        start,
        text: paragraph.text.slice(from, to),
        speaker: paragraph.speaker,
      })),
  );
  const [opening, closing] = [touched[0], touched.at(-1)];
  if (!opening || !closing) return null;
  return {
    start: opening.start,
    end: closing.start,
    text: touched.map(({ text }) => text).join(' '),
    speaker: touched.every(({ speaker }) => speaker === opening.speaker) ? opening.speaker : null,
  };
}

/** Where an end of the selection is: a paragraph and a character of its text. */
function edgeOf(scroller: HTMLElement, node: Node, offset: number) {
  const element = node instanceof Element ? node : node.parentElement;
  const text = element?.closest('.transcript-text');
  const paragraph = element?.closest('.transcript-paragraph');
  if (!text || !paragraph || !scroller.contains(text)) return null;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(node, offset);
  return { place: paragraphIndexOf(scroller, paragraph), offset: before.toString().length };
}
