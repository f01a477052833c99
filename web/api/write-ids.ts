/** A reply that was lost is noticed after a few minutes at most; what is asked for later is wanted anew. */
const SENT_AGAIN_WITHIN_MS = 15 * 60_000;

const unanswered = new Map<string, { id: string; sentAt: number }>();

/**
 * Sends a write that makes something, with an id that stays the same until it succeeds: if its reply is lost and the
 * reader tries again, the server makes it once.
 *
 * @param write names what is made, so that another thing gets another id
 */
export async function withWriteId<Reply>(
  write: string,
  send: (id: string) => Promise<Reply>,
): Promise<Reply> {
  const now = Date.now();
  const before = unanswered.get(write);
  const isAgain = before !== undefined && now - before.sentAt < SENT_AGAIN_WITHIN_MS;
  const id = isAgain ? before.id : crypto.randomUUID();
  unanswered.set(write, { id, sentAt: now });
  const reply = await send(id);
  unanswered.delete(write);
  return reply;
}
