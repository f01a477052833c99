/** What the stand-in for the sign-in services takes for the product's own keys. */
export const OAUTH_CLIENT_ID = 'the-client';
export const OAUTH_CLIENT_SECRET = 'the secret of the client';
