import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';

/**
 * Returns what is typed after the search opens and before its field exists. It would otherwise go to the
 * focused element, or be read as a shortcut.
 *
 * @param isShown whether the field exists; it then takes the text
 */
export function useTypedAhead(isShown: boolean, close: () => void): string {
  const { history } = useRouter();
  const [typed, setTyped] = useState('');
  useLayoutEffect(() => {
    if (isShown) setTyped('');
  }, [isShown]);
  useEffect(() => {
    if (isShown) return;
    const onKey = (event: KeyboardEvent) => {
      // The history knows it at once, the screen only a moment later.
      const isOpening = new URLSearchParams(history.location.search).has('find');
      if (!isOpening) return setTyped('');
      const edit = editOf(event);
      if (!edit) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') close();
      setTyped(edit);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isShown, history, close]);
  return typed;
}

/** What a key does to the text; null for keys that a text field doesn't use. */
function editOf({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) {
  // AltGr, which some layouts need for a character, counts as both.
  if (isComposing || metaKey || ctrlKey !== altKey) return null;
  if (key.length === 1) return (typed: string) => typed + key;
  if (key === 'Backspace') return (typed: string) => typed.slice(0, -1);
  if (key === 'Escape') return () => '';
  if (key === 'Enter') return (typed: string) => typed;
  return null;
}
