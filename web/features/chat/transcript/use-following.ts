import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TranscriptLine } from '../../../../schema/wire/episodes.ts';
import { currentPlayback, usePlayback } from '../../../ui/playback.ts';
import { currentSeconds, onTime } from '../../../ui/playback-time.ts';
import { paragraphAt } from './paragraph-blocks.ts';
import { type SaidSentence, sentenceAt, timedParagraphs } from './said-sentence.ts';
import type { Paragraph } from './transcript-layout.ts';

/** Tells a paragraph which of its sentences is playing; null for none. */
type TellSaid = (said: SaidSentence | null) => void;

/** By paragraph, so that each spoken word rerenders two paragraphs, not a thousand. */
export type SaidListeners = Map<number, TellSaid>;

const SCROLL_KEYS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '];
/** Playback this close to a cited place counts as being there. */
const SAME_PLACE_SECONDS = 2;

/**
 * Marks the sentence being spoken and keeps it in view until the reader scrolls.
 *
 * @param cited the place that was looked up: it stays in view until playback reaches it
 */
export function useFollowing(
  scrollRef: RefObject<HTMLElement | null>,
  transcript: {
    episodeId: string;
    paragraphs: readonly Paragraph[];
    lines: readonly TranscriptLine[];
    cited: { seconds: number } | null;
  },
) {
  const { episodeId, paragraphs, lines, cited } = transcript;
  const [listeners] = useState<SaidListeners>(() => new Map());
  const isHere = usePlayback().episodeId === episodeId;
  const [isFollowing, setIsFollowing] = useState(cited === null);
  const follows = useRef(isFollowing);
  const follow = useCallback((does: boolean) => {
    follows.current = does;
    setIsFollowing(does);
  }, []);
  const timed = useMemo(() => timedParagraphs(paragraphs), [paragraphs]);
  const said = useRef<{ place: number; sentence: SaidSentence } | null>(null);

  // Another place was looked up.
  useEffect(() => {
    if (cited !== null) follow(false);
  }, [cited, follow]);

  const show = useCallback(() => {
    const scroller = scrollRef.current;
    const paragraph = paragraphAt(scroller, said.current?.place ?? -1);
    if (scroller && paragraph instanceof HTMLElement) keepInView(scroller, paragraph);
  }, [scrollRef]);

  useEffect(() => {
    if (!isHere) return;
    const update = () => {
      if (currentPlayback().episodeId !== episodeId) return;
      const seconds = currentSeconds();
      const next = sentenceAt(timed, paragraphs, lines, seconds);
      if (next?.sentence === said.current?.sentence) return;
      if (next?.place !== said.current?.place) listeners.get(said.current?.place ?? -1)?.(null);
      said.current = next;
      if (next) listeners.get(next.place)?.(next.sentence);
      const isCited = cited !== null && Math.abs(seconds - cited.seconds) < SAME_PLACE_SECONDS;
      if (isCited && currentPlayback().isPlaying && !follows.current) follow(true);
      if (follows.current) requestAnimationFrame(show);
    };
    update();
    const stop = onTime(update);
    return () => {
      stop();
      listeners.get(said.current?.place ?? -1)?.(null);
      said.current = null;
    };
  }, [isHere, episodeId, timed, paragraphs, lines, cited, listeners, follow, show]);

  // The reader's own scrolling: a wheel, a finger, a key, or the bar itself.
  useEffect(() => {
    const scroller = scrollRef.current;
    if (!scroller) return;
    const leave = () => follow(false);
    const onKey = ({ key }: KeyboardEvent) => SCROLL_KEYS.includes(key) && leave();
    const onPress = ({ target }: PointerEvent) => target === scroller && leave();
    scroller.addEventListener('wheel', leave, { passive: true });
    scroller.addEventListener('touchmove', leave, { passive: true });
    scroller.addEventListener('keydown', onKey);
    scroller.addEventListener('pointerdown', onPress);
    return () => {
      scroller.removeEventListener('wheel', leave);
      scroller.removeEventListener('touchmove', leave);
      scroller.removeEventListener('keydown', onKey);
      scroller.removeEventListener('pointerdown', onPress);
    };
  }, [scrollRef, follow]);

  const goBack = useCallback(() => {
    follow(true);
    show();
  }, [follow, show]);
  return { listeners, isHere, isFollowing, follow, goBack };
}

/** Scrolls only if needed, and then leaves room for what follows. */
function keepInView(scroller: HTMLElement, paragraph: HTMLElement, tries = 3): void {
  const target = paragraph.querySelector('[data-said]') ?? paragraph;
  const frame = scroller.getBoundingClientRect();
  const { top, bottom } = target.getBoundingClientRect();
  const isIn = top >= frame.top + frame.height * 0.1 && bottom <= frame.top + frame.height * 0.75;
  if (!isIn) scroller.scrollTop += top - frame.top - frame.height / 3;
  // Paragraphs not laid out yet have guessed heights; once they are, the place may have moved.
  if (!isIn && tries > 0) {
    requestAnimationFrame(() => keepInView(scroller, paragraph, tries - 1));
  }
}
