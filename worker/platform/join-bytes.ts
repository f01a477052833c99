/** Joins chunks into one array, freeing each once it is copied. Empties the list. */
export function joinBytes(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  let end = pieces.reduce((sum, { length }) => sum + length, 0);
  const whole = new Uint8Array(end);
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    end -= piece.length;
    whole.set(piece, end);
  }
  return whole;
}
