/** The client credentials that the fake login services accept. */
export const OAUTH_CLIENT_ID = 'the-client';
export const OAUTH_CLIENT_SECRET = 'the secret of the client';
