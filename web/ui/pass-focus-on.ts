/** What takes the focus when the focused element in it is removed. */
const PARTS = 'li, section, [tabindex], main';

/** The part that has the focus of a removed control. */
let holder: Element | null = null;

/**
 * The `ref` of a control, or of content with one, that goes away once it is pressed. The focus goes to
 * the smallest part of the page around it, and back to the control if it returns, as after a failed retry.
 */
export function passFocusOn(element: HTMLElement | null): () => void {
  const around =
    element?.parentElement?.closest<HTMLElement>(PARTS) ?? document.querySelector('main');
  if (around !== null && around === holder && around === document.activeElement) {
    const control = element?.matches('button') ? element : element?.querySelector('button');
    control?.focus({ preventScroll: true });
  }
  // React calls this before it removes the element.
  return () => {
    if (!around || !element?.contains(document.activeElement)) return;
    if (!around.hasAttribute('tabindex')) {
      // A click must not give it the focus later.
      around.tabIndex = -1;
      around.addEventListener('blur', () => around.removeAttribute('tabindex'), { once: true });
    }
    around.focus({ preventScroll: true });
    holder = around;
  };
}
