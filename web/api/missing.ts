/**
 * Whether a call failed because what it asked for does not exist, or not for this reader. Trying again would not
 * help. Apart from the API client, for which the landing page would have to wait.
 */
export function isMissing(error: unknown): boolean {
  // The server answers 400 to a malformed id.
  return (
    error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400)
  );
}
