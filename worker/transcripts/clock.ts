/** `h:mm:ss:ff`, as editors of video write it, with a semicolon if frames are dropped. */
const WITH_FRAMES = /^\s*(\d{1,3})[:;](\d{2})[:;](\d{2})[:;]\d{2,3}\s*$/;

/**
 * Parses `h:mm:ss` and `m:ss`, with or without a fraction, as seconds; null for anything else. Frames are
 * left out, because the file doesn't say how long they last.
 */
export function parseClock(text: string): number | null {
  const match =
    WITH_FRAMES.exec(text) ??
    /^\s*(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,9}))?\s*$/.exec(text);
  if (match === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}
