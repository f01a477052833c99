/** What moves a page by itself: a transcript that is being said, a conversation that grows. */
import { parseHTML } from 'linkedom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { layOutTranscript } from '../../../web/features/chat/transcript/transcript-layout.ts';
import { useFollowing } from '../../../web/features/chat/transcript/use-following.ts';
import { useReadingScroll } from '../../../web/features/chat/use-reading-scroll.ts';
import { tellPlayback } from '../../../web/ui/playback.ts';
import { tellTime } from '../../../web/ui/playback-time.ts';
import { act, renderHook } from '../../support/render-hook.ts';

beforeEach(() => {
  // Runs once the hooks are unmounted.
  onTestFinished(() => {
    tellPlayback({ episodeId: null, isPlaying: false });
    vi.unstubAllGlobals();
  });
});

/** An element whose place on the screen a test decides. */
function placed<Found extends Element>(element: Found, box: () => { top: number; height: number }) {
  element.getBoundingClientRect = () => {
    const { top, height } = box();
    return { top, height, bottom: top + height } as DOMRect;
  };
  return element;
}

describe('following what is said', () => {
  /** Two speakers in turn, ten seconds each: a paragraph each. */
  const LINES = ['Rye sells early.', 'Does it?', 'It does. Before sunrise.', 'I see.'].map(
    (text, index) => ({
      start: index * 10,
      end: index * 10 + 10,
      text,
      speaker: index % 2 === 0 ? 'Ada' : 'Ben',
    }),
  );
  const PARAGRAPHS = layOutTranscript(LINES);
  const FRAME = 300;
  const HEIGHT = 200;

  let frames: (() => void)[] = [];
  /** Lets the browser draw until nothing waits for it. */
  const draw = () => {
    for (let round = 0; frames.length > 0 && round < 20; round++) {
      for (const frame of frames.splice(0)) frame();
    }
  };
  beforeEach(() => {
    frames = [];
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  });

  /** A transcript on screen, and which sentence each paragraph was told to mark. */
  function read(cited: { seconds: number } | null = null) {
    const { document, window } = parseHTML(
      `<div id="scroller"><div>${PARAGRAPHS.map(() => '<p></p>').join('')}</div></div>`,
    );
    vi.stubGlobal('HTMLElement', window.HTMLElement);
    const scroller = document.querySelector('#scroller') as unknown as HTMLElement;
    placed(scroller, () => ({ top: 0, height: FRAME }));
    let scrolled = 0;
    Object.defineProperty(scroller, 'scrollTop', {
      get: () => scrolled,
      set: (next: number) => {
        scrolled = Math.max(0, next);
      },
    });
    for (const [index, paragraph] of document.querySelectorAll('p').entries()) {
      placed(paragraph as unknown as Element, () => ({
        top: index * HEIGHT - scroller.scrollTop,
        height: HEIGHT / 2,
      }));
    }
    const transcript = { episodeId: 'e', paragraphs: PARAGRAPHS, lines: LINES, cited };
    const { result, rerender, unmount } = renderHook(
      (given: typeof transcript) => useFollowing({ current: scroller }, given),
      transcript,
    );
    onTestFinished(unmount);
    const marked: string[] = [];
    for (const [place, { text }] of PARAGRAPHS.entries()) {
      result().listeners.set(place, (said) =>
        marked.push(`${place}: ${said ? text.slice(said.from, said.to) : 'nothing'}`),
      );
    }
    const happens = (type: string, fields = {}, target: EventTarget = scroller) =>
      act(
        () =>
          void target.dispatchEvent(
            Object.assign(new window.Event(type, { bubbles: true }), fields),
          ),
      );
    return {
      result,
      scroller,
      marked,
      happens,
      document,
      unmount,
      cite: (seconds: number) => rerender({ ...transcript, cited: { seconds } }),
      isFollowing: () => result().isFollowing,
    };
  }
  const hear = (seconds: number, isPlaying = true, episodeId = 'e') =>
    act(() => {
      tellPlayback({ episodeId, isPlaying });
      tellTime(seconds);
    });

  test('marks each sentence as it is said, and only that', () => {
    const { marked, result } = read();
    expect(result().isHere).toBe(false);
    hear(1);
    expect(result().isHere).toBe(true);
    hear(2);
    hear(21);
    hear(28);
    expect(marked).toEqual([
      '0: Rye sells early.',
      '0: nothing',
      '2: It does.',
      '2: Before sunrise.',
    ]);
  });

  test('ends with another episode', () => {
    const { marked, result } = read();
    hear(1);
    hear(21, true, 'another');
    expect(marked).toEqual(['0: Rye sells early.', '0: nothing']);
    expect(result().isHere).toBe(false);
  });

  test('scrolls to what is out of sight, and not otherwise', () => {
    const { scroller } = read();
    hear(11);
    draw();
    expect(scroller.scrollTop, 'below the part that is read comfortably').toBe(100);
    hear(21);
    draw();
    expect(scroller.scrollTop).toBe(300);
    hear(28);
    draw();
    expect(scroller.scrollTop, 'the same paragraph').toBe(300);
    scroller.scrollTop = 320;
    hear(21);
    draw();
    expect(scroller.scrollTop, 'well in sight').toBe(320);
  });

  test.each([
    ['a wheel', 'wheel', {}],
    ['a finger', 'touchmove', {}],
    ['a key that scrolls', 'keydown', { key: 'PageDown' }],
    ['a press on the bar', 'pointerdown', {}],
  ])('ends with %s, until the reader goes back to it', (_, type, fields) => {
    const { happens, isFollowing, scroller, result } = read();
    hear(1);
    draw();
    expect(isFollowing()).toBe(true);
    happens(type, fields);
    expect(isFollowing()).toBe(false);
    hear(31);
    draw();
    expect(scroller.scrollTop).toBe(0);
    act(() => result().goBack());
    draw();
    expect(isFollowing()).toBe(true);
    expect(scroller.scrollTop).toBe(500);
  });

  test('goes on when a word is pressed or a letter is typed', () => {
    const { happens, isFollowing, document } = read();
    hear(1);
    happens('keydown', { key: 'a' });
    happens('pointerdown', {}, document.querySelector('p') as unknown as EventTarget);
    expect(isFollowing()).toBe(true);
  });

  test('waits at a place that was looked up until that is played', () => {
    const { isFollowing, scroller, cite } = read({ seconds: 31 });
    hear(1);
    draw();
    expect(isFollowing()).toBe(false);
    expect(scroller.scrollTop).toBe(0);
    hear(31, false);
    expect(isFollowing(), 'only moved there').toBe(false);
    hear(1);
    hear(31);
    expect(isFollowing()).toBe(true);
    cite(11);
    expect(isFollowing()).toBe(false);
  });
});

describe('a conversation that grows', () => {
  const HEIGHT = 500;

  /** A conversation on screen: the heights of its messages, questions first. */
  function converse() {
    const { document } = parseHTML('<div id="scroller"></div>');
    const scroller = document.querySelector('#scroller') as unknown as HTMLElement;
    placed(scroller, () => ({ top: 0, height: HEIGHT }));
    const heights: number[] = [];
    const sum = (of: number[]) => of.reduce((total, height) => total + height, 0);
    const largest = () => Math.max(0, sum(heights) - HEIGHT);
    let top = 0;
    Object.defineProperties(scroller, {
      clientHeight: { value: HEIGHT },
      scrollHeight: { get: () => Math.max(HEIGHT, sum(heights)) },
      scrollTop: {
        get: () => Math.min(top, largest()),
        set: (next: number) => {
          top = Math.max(0, Math.min(next, largest()));
        },
      },
    });
    scroller.scrollTo = ((to: ScrollToOptions) => {
      scroller.scrollTop = to.top ?? 0;
    }) as typeof scroller.scrollTo;
    let asked = 0;
    const { result, rerender, unmount } = renderHook(
      ([growth, questions]: [number, number]) => useReadingScroll(growth, questions),
      [0, 0],
    );
    onTestFinished(unmount);
    result().scrollRef.current = scroller;
    let growth = 0;
    const grow = () => rerender([++growth, asked]);
    const add = (role: 'user' | 'assistant', height: number) => {
      const message = document.createElement('div');
      message.setAttribute('data-role', role);
      const place = heights.push(height) - 1;
      placed(message as unknown as Element, () => ({
        top: sum(heights.slice(0, place)) - scroller.scrollTop,
        height: heights[place] ?? 0,
      }));
      scroller.append(message as unknown as Node);
    };
    return {
      scroller,
      add,
      grow,
      /** The reader asks. */
      ask(height: number) {
        asked++;
        add('user', height);
        grow();
      },
      /** The answer gets so long. */
      answer(height: number) {
        heights[heights.length - 1] = height;
        grow();
      },
      scroll(to: number) {
        scroller.scrollTop = to;
        act(() => result().onScroll());
      },
      isBelow: () => result().isBelow,
      toEnd: () => act(() => result().toEnd()),
    };
  }

  test('opens at its last question', () => {
    const { scroller, add, grow } = converse();
    for (const height of [400, 50]) add('assistant', height);
    add('user', 100);
    add('assistant', 900);
    grow();
    expect(scroller.scrollTop).toBe(450 - 16);
  });

  test('follows an answer until its question has reached the top', () => {
    const { scroller, add, ask, answer } = converse();
    add('assistant', 600);
    ask(100);
    expect(scroller.scrollTop).toBe(200);
    add('assistant', 0);
    answer(300);
    expect(scroller.scrollTop).toBe(500);
    answer(2_000);
    expect(scroller.scrollTop).toBe(600 - 16);
    answer(3_000);
    expect(scroller.scrollTop).toBe(600 - 16);
  });

  test('leaves a reader alone who reads ahead', () => {
    const { scroller, ask, add, answer, scroll } = converse();
    ask(100);
    add('assistant', 0);
    answer(2_000);
    expect(scroller.scrollTop).toBe(0);
    scroll(700);
    answer(3_000);
    expect(scroller.scrollTop).toBe(700);
  });

  test('stays where the reader has scrolled up to, until they ask again', () => {
    const { scroller, add, ask, answer, scroll } = converse();
    add('assistant', 600);
    ask(100);
    add('assistant', 0);
    scroll(50);
    answer(300);
    expect(scroller.scrollTop).toBe(50);
    ask(100);
    expect(scroller.scrollTop).toBe(600);
  });

  test('stays there also if the answer grows before the scrolling is told of', () => {
    const { scroller, add, ask, answer } = converse();
    add('assistant', 600);
    ask(100);
    add('assistant', 0);
    scroller.scrollTop = 50;
    answer(300);
    expect(scroller.scrollTop).toBe(50);
  });

  test('is followed on after it has become shorter at its end', () => {
    const { scroller, add, ask, answer } = converse();
    add('assistant', 600);
    ask(100);
    add('assistant', 0);
    answer(200);
    answer(100);
    answer(300);
    expect(scroller.scrollTop).toBe(500);
  });

  test('offers the way to its end from far away', () => {
    const { scroller, add, grow, isBelow, scroll, toEnd } = converse();
    add('assistant', 900);
    grow();
    expect(isBelow()).toBe(true);
    scroll(400 - 96);
    expect(isBelow()).toBe(false);
    scroll(100);
    expect(isBelow()).toBe(true);
    toEnd();
    expect(scroller.scrollTop).toBe(400);
  });
});
