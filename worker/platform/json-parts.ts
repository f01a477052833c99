/** More than any feed or transcript has, word by word; in memory each takes many times its length. */
const MAX_PARTS = 200_000;

/** Whether JSON has more objects and lists than may be parsed: millions fit into a few megabytes. */
export function hasTooManyParts(json: string): boolean {
  let parts = 0;
  let isInString = false;
  for (let index = 0; index < json.length && parts <= MAX_PARTS; index += 1) {
    const character = json[index];
    if (character === '"') isInString = !isInString;
    else if (isInString && character === '\\') index += 1;
    else if (!isInString && (character === '{' || character === '[')) parts += 1;
  }
  return parts > MAX_PARTS;
}
