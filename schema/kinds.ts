/** Closed lists of kinds. Apart from the limits, which the landing page loads. */

/** What can be reviewed. */
export const REVIEW_KINDS = ['insight', 'question', 'moment'] as const;

/** The kinds of a user's own sources. */
export const SOURCE_KINDS = ['text', 'page', 'file', 'screenshot'] as const;

/** The kinds of RSS feeds a user can have. */
export const FEED_KINDS = ['digests', 'saved'] as const;
