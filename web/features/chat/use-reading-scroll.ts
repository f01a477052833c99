import { useCallback, useEffect, useRef, useState } from 'react';
import { takeFound } from './found-passage.ts';

/** From this distance on, a button to the end appears. */
const FAR_PX = 96;
const MARGIN_PX = 16;

/**
 * Keeps a growing conversation in view without moving what the reader is looking at. A new question
 * scrolls into view and its answer is followed until the question reaches the top. Scrolling up stops
 * that. An old conversation opens at its last question, or at what the search found in it.
 *
 * @param growth changes whenever the conversation gets longer
 * @param asked changes with each question of the reader
 */
export function useReadingScroll(growth: unknown, asked: number) {
  const scrollRef = useRef<HTMLElement>(null);
  const isFollowing = useRef(false);
  const hasOpened = useRef(false);
  const lastTop = useRef(0);
  const [isBelow, setIsBelow] = useState(false);

  const measure = useCallback(() => {
    const scroller = scrollRef.current;
    if (!scroller) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const below = scrollHeight - clientHeight - scrollTop;
    // At the very end the page has shrunk; the reader has not scrolled.
    if (scrollTop < lastTop.current - 1 && below > 1) isFollowing.current = false;
    lastTop.current = scrollTop;
    setIsBelow(below > FAR_PX);
  }, []);

  useEffect(() => {
    if (asked > 0) isFollowing.current = true;
  }, [asked]);

  useEffect(() => {
    const scroller = scrollRef.current;
    if (!scroller) return;
    // The reader may have scrolled since the last scroll event.
    measure();
    const questions = scroller.querySelectorAll<HTMLElement>('[data-role="user"]');
    if (!hasOpened.current && questions.length > 0) {
      hasOpened.current = true;
      const found = takeFound(scroller);
      found?.scrollIntoView({ block: 'center' });
      isFollowing.current = found === null;
    }
    if (isFollowing.current) {
      const last = questions[questions.length - 1];
      const end = scroller.scrollHeight - scroller.clientHeight;
      const questionTop = last
        ? last.getBoundingClientRect().top - scroller.getBoundingClientRect().top
        : Number.POSITIVE_INFINITY;
      const top = Math.min(end, scroller.scrollTop + questionTop - MARGIN_PX);
      if (top > scroller.scrollTop) scroller.scrollTop = top;
      lastTop.current = scroller.scrollTop;
    }
    measure();
  }, [growth, asked, measure]);

  const toEnd = useCallback(() => {
    const scroller = scrollRef.current;
    scroller?.scrollTo({ top: scroller.scrollHeight });
  }, []);

  return { scrollRef, onScroll: measure, isBelow, toEnd };
}
