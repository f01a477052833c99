/** The client credentials that the fake sign-in services accept. */
export const OAUTH_CLIENT_ID = 'the-client';
export const OAUTH_CLIENT_SECRET = 'the secret of the client';
