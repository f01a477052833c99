/**
 * Yields the values of a newline-separated JSON body as soon as each line is complete.
 *
 * @throws SyntaxError if a line is not JSON; whatever reading the body throws
 */
export async function* readNdjson(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<unknown> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? '';
      const lines = rest.split('\n');
      // The last line may be incomplete, unless the body has ended.
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
      if (done) return;
    }
  } finally {
    // If the consumer stops early, close the connection.
    await reader.cancel().catch(() => undefined);
  }
}
