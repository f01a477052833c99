/** Why something can't be read as a feed, in words that may be shown to a user. */
export class FeedError extends Error {
  override name = 'FeedError';
}
