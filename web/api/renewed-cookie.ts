/** Until a renewed cookie has arrived. */
const RENEWAL_MS = 500;

/**
 * Sends a call, and once more if the answer is 401: changing the password, maybe in another tab, renews
 * the cookie, and the call may have had the old one. In a file of its own, because the landing page loads it.
 */
export async function sendWithRenewedCookie(call: () => Promise<Response>): Promise<Response> {
  const response = await call();
  if (response.status !== 401) return response;
  await new Promise((resolve) => setTimeout(resolve, RENEWAL_MS));
  return call();
}
