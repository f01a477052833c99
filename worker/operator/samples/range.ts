/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header for a file of this length. Returns null if the whole file is to be sent: without a
 * header, with an invalid one, or with several ranges at once, which a server may ignore.
 * https://www.rfc-editor.org/rfc/rfc9110#name-range
 */
export function parseRange(
  header: string | undefined,
  length: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 ? 'unsatisfiable' : { start: Math.max(0, length - suffix), end: length };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= length) return 'unsatisfiable';
  return { start, end: last === '' ? length : Math.min(length, Number(last) + 1) };
}
