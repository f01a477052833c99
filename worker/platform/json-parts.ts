/**
 * More than any feed or transcript has, even word by word. In memory, each takes many times its length.
 */
const MAX_PARTS = 200_000;

/** Whether JSON has too many objects and lists to parse; millions fit into a few megabytes. */
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
