/** Why something is not read as a feed, in plain words which may be shown to a person. */
export class FeedError extends Error {
  override name = 'FeedError';
}
