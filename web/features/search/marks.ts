/** A piece of a snippet; those that were searched for are marked. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/**
 * The snippet cut at its marks. Marks that overlap, lie outside, or stand in another order lose what
 * cannot be shown: the text stays whole whatever they say.
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
