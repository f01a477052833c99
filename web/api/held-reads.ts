/**
 * Reads that begin while the reader logs out wait until that is over. With the session gone, they would only
 * be refused, and browsers log that as an error.
 */
let held: PromiseWithResolvers<void> | null = null;

/** Holds back new reads until `releaseReads`. */
export function holdReads(): void {
  held ??= Promise.withResolvers();
}

/** Reads that nobody waits for any more are not sent. */
export function releaseReads(): void {
  held?.resolve();
  held = null;
}

/** Resolves when a read may be sent. */
export async function untilReadable(): Promise<void> {
  await held?.promise;
}
