/** What the search found in a conversation that is about to open. Null if it opens for another reason. */
let found: string | null = null;

/** Makes the conversation that opens next start at this passage. A cut one ends with an ellipsis. */
export function scrollToFound(text: string): void {
  found = plain(text.replace(/^…|…$/gu, ''));
}

/** Returns the element with the passage that was found, once; null if there is none. */
export function takeFound(conversation: Element): Element | null {
  const text = found;
  found = null;
  if (text === null) return null;
  const pieces = [...conversation.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, [data-role]')];
  const matches = pieces.filter((piece) => plain(piece.textContent).includes(text));
  const isInnermost = (piece: Element) =>
    !matches.some((other) => other !== piece && piece.contains(other));
  return matches.find(isInnermost) ?? null;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
