/** A piece of a snippet, marked if it matches the search. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/**
 * Cuts a snippet at its marks. Overlapping, invalid or unsorted marks are dropped where they can't be
 * shown, and the text always stays whole.
 *
 * @param marks [start, end) in UTF-16 units
 */
export function piecesOf(snippet: string, marks: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  const push = (end: number, isMarked: boolean) => {
    if (end > done) pieces.push({ text: snippet.slice(done, end), isMarked });
    done = Math.max(done, end);
  };
  for (const [start, end] of marks) {
    if (!(start < end && end > done && start < snippet.length)) continue;
    push(start, false);
    push(Math.min(end, snippet.length), true);
  }
  push(snippet.length, false);
  return pieces;
}
