let last: { write: string; reply: Promise<Response> } | null = null;

/**
 * Sends a write, unless the last one is the same and has no reply yet: then both get its reply. A button is
 * disabled during its call, but on a busy page a second click may come before that.
 *
 * @param write identifies it
 */
export async function sendOnce(write: string, call: () => Promise<Response>): Promise<Response> {
  if (last?.write === write) return (await last.reply).clone();
  const sent = { write, reply: call() };
  last = sent;
  try {
    return (await sent.reply).clone();
  } finally {
    if (last === sent) last = null;
  }
}
