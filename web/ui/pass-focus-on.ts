/** What takes the focus when the focused element in it is removed. */
const PARTS = 'li, section, [tabindex], main';

/**
 * The `ref` of a control, or of content with one, that goes away once it is pressed. The focus goes to
 * the smallest part of the page around it.
 */
export function passFocusOn(element: HTMLElement | null): () => void {
  // React calls this before it removes the element.
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const around = element.parentElement?.closest<HTMLElement>(PARTS);
    if (!around) return;
    if (!around.hasAttribute('tabindex')) {
      // A click must not give it the focus later.
      around.tabIndex = -1;
      around.addEventListener('blur', () => around.removeAttribute('tabindex'), { once: true });
    }
    around.focus({ preventScroll: true });
  };
}
