import { useCallback, useEffect, useRef, useState } from 'react';

/** From here on there is so much below that a way down is offered. */
const FAR_PX = 96;
const MARGIN_PX = 16;

/**
 * Keeps a growing conversation in view without ever pulling it from under a reader: a new question
 * is brought to sight and its answer followed until the question reaches the top; from there, and
 * after any scrolling up, the page stays where it is. A conversation of the past opens at its last
 * question and the answer to it.
 *
 * @param growth changes with whatever makes the conversation longer
 * @param asked changes with each question of the reader's
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
    // At the very end it is the page that has shrunk, not the reader who has scrolled.
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
    // The reader may have scrolled since the last event told of it.
    measure();
    const questions = scroller.querySelectorAll<HTMLElement>('[data-role="user"]');
    if (!hasOpened.current && questions.length > 0) {
      hasOpened.current = true;
      isFollowing.current = true;
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
