/** More than any feed or transcript has, word by word; in memory each takes many times its length. */
const MAX_PARTS = 200_000;

/** Whether JSON has more objects and lists than may be parsed: millions fit into a few megabytes. */
export function hasTooManyParts(json: string): boolean {
  let parts = 0;
  let isInString = false;
  for (let at = 0; at < json.length && parts <= MAX_PARTS; at += 1) {
    const character = json[at];
    if (character === '"') isInString = !isInString;
    else if (isInString && character === '\\') at += 1;
    else if (!isInString && (character === '{' || character === '[')) parts += 1;
  }
  return parts > MAX_PARTS;
}
