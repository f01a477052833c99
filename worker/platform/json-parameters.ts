/** Of one statement's parameter. D1 takes up to two megabytes. */
const PARAMETER_CHARS = 400_000;

/** Splits values into JSON lists, each short enough for a statement's parameter. */
export function* asParameters(values: readonly unknown[]): Generator<string> {
  let texts: string[] = [];
  let chars = 0;
  for (const value of values) {
    const text = JSON.stringify(value);
    if (texts.length > 0 && chars + text.length > PARAMETER_CHARS) {
      yield `[${texts.join(',')}]`;
      texts = [];
      chars = 0;
    }
    texts.push(text);
    chars += text.length + 1;
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
}
