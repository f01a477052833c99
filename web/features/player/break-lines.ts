/**
 * Breaks a text into lines that fit: between words, or anywhere between the words of a script without
 * spaces. Punctuation stays with its word.
 */
export function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text)) {
    if (line !== '' && !fits(line + piece)) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  return line === '' ? lines : [...lines, line];
}

/** Returns what stays on one line: a word with the punctuation at its sides, or white space. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let isOpen = false;
  let hasWord = false;
  for (const { segment, isWordLike = false } of new Intl.Segmenter(undefined, {
    granularity: 'word',
  }).segment(text)) {
    const isSpace = segment.trim() === '';
    if (isOpen && !isSpace && !(isWordLike && hasWord)) {
      pieces[pieces.length - 1] += segment;
    } else {
      pieces.push(segment);
      hasWord = false;
    }
    isOpen = !isSpace;
    hasWord ||= isWordLike;
  }
  return pieces;
}
