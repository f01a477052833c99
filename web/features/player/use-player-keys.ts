import { useEffect } from 'react';
import { BACK_SECONDS, FORWARD_SECONDS, seekBy, togglePlaying } from './engine.ts';
import { saveMomentNow } from './moments.ts';
import { changeState, isVideo, readState } from './player-state.ts';
import { isVideoThere } from './video-messages.ts';

const STEP_SECONDS = 5;

const KEYS: Record<string, () => void> = {
  ' ': togglePlaying,
  k: togglePlaying,
  j: () => seekBy(-BACK_SECONDS),
  l: () => seekBy(FORWARD_SECONDS),
  ArrowLeft: () => seekBy(-STEP_SECONDS),
  ArrowRight: () => seekBy(STEP_SECONDS),
  n: () => saveMomentNow(),
};

/** Elements that use letter keys: text inputs, and lists that jump to what is typed. */
const TAKES_LETTERS =
  'input:not([type="range"], [type="radio"], [type="checkbox"], [type="button"]), textarea, select, ' +
  '[contenteditable]:not([contenteditable="false"]), [role="listbox"], [role="menu"], ' +
  '[role="combobox"], iframe, [cmdk-root]';
/** Elements that use the space bar and the arrow keys, or scroll with them. */
const TAKES_SPACE_AND_ARROWS =
  'button, a[href], input, summary, audio, video, [role="tab"], [role="radio"], [role="slider"], ' +
  '[role="switch"], [role="checkbox"], [tabindex="0"]';
/** Dialogs in which the player's keys work; any other open dialog disables them. */
const BENEATH = '.chat-overlay';
const DIALOGS = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';

function isForPlayer({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest(TAKES_LETTERS)) return false;
  const isLetter = key.length === 1 && key !== ' ';
  if (!isLetter && target.closest(TAKES_SPACE_AND_ARROWS)) return false;
  return [...document.querySelectorAll(DIALOGS)].every((one) => one.matches(BENEATH));
}

/** What a key does now; null if nothing. */
function actionOf({ key, shiftKey, repeat }: KeyboardEvent): (() => void) | null {
  if (key === '?') return () => changeState({ shown: 'shortcuts' });
  const act = KEYS[key.length === 1 ? key.toLowerCase() : key];
  const { episode } = readState();
  // A video that isn't loaded has a position, but nothing to seek in.
  const isThere = act === KEYS.n || isVideoThere();
  const isPossible = episode?.audioUrl || (isVideo(episode) && isThere);
  if (!act || shiftKey || !isPossible) return null;
  // Holding a key down keeps seeking, but doesn't toggle playback repeatedly.
  const isMove = act === KEYS.ArrowLeft || act === KEYS.ArrowRight;
  return repeat && !isMove ? () => {} : act;
}

/** The player's keys, anywhere on the page where nothing else uses them. */
export function usePlayerKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
      if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return;
      const act = isForPlayer(event) ? actionOf(event) : null;
      if (act === null) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
