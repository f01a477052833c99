/**
 * Whether a call failed because what it asked for does not exist, or not for this reader. Trying again would not
 * help. In a file of its own, because the landing page loads it.
 */
export function isMissing(error: unknown): boolean {
  const { status } = Object(error) as { status?: number };
  // The server answers 400 to a malformed id.
  return status === 404 || status === 400;
}
