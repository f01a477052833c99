/**
 * Returns a ref that gives the style sheet a measure of its element, now and whenever its size changes.
 *
 * @param property the custom property, set in pixels on the root element
 */
export const sizeToCss =
  (property: string, measure: (element: HTMLElement) => number) =>
  (element: HTMLElement | null) => {
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${measure(element)}px`));
    observer.observe(element);
    return () => observer.disconnect();
  };
