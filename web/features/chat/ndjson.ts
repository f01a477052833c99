/**
 * The values of a body of newline-separated JSON, each as soon as its line is whole.
 *
 * @throws SyntaxError for a line that is not JSON; whatever reading the body throws
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
      // The last one may still be growing, unless nothing more comes.
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
      if (done) return;
    }
  } finally {
    // A reader that stops listening half-way lets go of the connection, too.
    await reader.cancel().catch(() => undefined);
  }
}
