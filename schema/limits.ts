/**
 * Every business constant of the product, named with its unit.
 *
 * Settings for operators (windows, quotas, timeouts) are in `wrangler.toml` [vars].
 */

/** The catalogue's categories, in the order of the filter. */
export const CATEGORIES = ['Marketing', 'HR', 'Finance', 'Law', 'Health'] as const;
export type Category = (typeof CATEGORIES)[number];

export const USERNAME_MIN_CHARS = 3;
export const USERNAME_MAX_CHARS = 64;
export const PASSWORD_MIN_CHARS = 6;
export const PASSWORD_MAX_CHARS = 256;
/** Accounts without a password must have logged in this recently to be deleted. */
export const FRESH_LOGIN_MINUTES = 10;
/** Personal access tokens per account. */
export const TOKENS_MAX = 50;
export const TOKEN_NAME_MAX_CHARS = 64;
export const EMAIL_MAX_CHARS = 254;
export const URL_MAX_CHARS = 2_048;
/** Addresses in feeds, which carry the prefixes of several trackers. */
export const FEED_URL_MAX_CHARS = 4_096;
/** Titles of podcasts and episodes, and the names of hosts: lists repeat them. */
export const TITLE_MAX_CHARS = 1_000;
/** Industry, role and goals, which tailor a reader's insights. */
export const PROFILE_FIELD_MAX_CHARS = 500;

/** Follow-up questions per new chat session. */
export const FOLLOW_UPS_PER_SESSION = 10;
/** All questions of a chat session, failed and free ones included. */
export const FOLLOW_UPS_MAX = 200;
export const CHAT_MESSAGE_MAX_CHARS = 2_000;
export const CHAT_CLOSE_MS = 200;
export const CHAT_ERROR_RESET_MS = 3_000;
export const REMAINING_GENERATIONS_REFRESH_MS = 300;

export const CACHE_STATUS_POLL_MS = 60_000;
export const RECENT_EPISODES_STALE_MS = 7 * 24 * 60 * 60 * 1_000;
export const COUNTDOWN_TICK_MS = 1_000;
export const QUERY_STALE_MS = 300_000;
export const QUERY_RETRIES = 1;

/** The rest of a longer search query is ignored. */
export const SEARCH_QUERY_MAX_CHARS = 2_000;

export const QUIZ_PROGRESS_PERCENT = 60;
export const QUIZ_QUESTIONS = 5;
export const QUIZ_OPTIONS = 4;

/** Reviews per day: the defaults and the maximum of items. */
export const REVIEW_ITEMS_PER_DAY = 20;
export const REVIEW_NEW_PER_DAY = 5;
export const REVIEW_ITEMS_PER_DAY_MAX = 100;
/** An item is due when the probability of remembering it falls to this. */
export const REVIEW_RETENTION = 0.9;
/** An item with a stability of this many days counts as known. */
export const REVIEW_KNOWN_DAYS = 21;
/** Grades from a device that was offline are accepted this long after they were given. */
export const REVIEW_LATE_DAYS = 30;
export const REVIEW_ITEMS_MAX = 2_000;
export const REVIEW_FRONT_MAX_CHARS = 1_000;
export const REVIEW_BACK_MAX_CHARS = 4_000;
export const REVIEW_FORECAST_DAYS = 30;
/** How much audio is played at an item's place after answering. */
export const REVIEW_HEARD_SECONDS = 20;

/** date-fns formats. */
export const DATE_FORMAT = 'MMM d, yyyy';
export const TIME_FORMAT = 'h:mm a';

export const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_MAX_WIDTH_PX = 420;

export const CARD_ANIMATION_SECONDS = 0.3;
export const CARD_STAGGER_SECONDS = 0.05;
export const CARD_TITLE_LINES = 2;
export const CARD_DESCRIPTION_LINES = 3;
export const NOTES_MIN_HEIGHT_PX = 150;

export const NOTES_MAX_CHARS = 20_000;
export const INSIGHT_MAX_CHARS = 100_000;
/**
 * Limits per account. Beyond them, the oldest digests and quizzes are deleted; anything else is
 * refused.
 */
export const SAVED_INSIGHTS_MAX = 2_000;
export const SAVED_INSIGHTS_MAX_BYTES = 20 * 1024 * 1024;
export const CONVERSATIONS_MAX = 1_000;
export const DIGESTS_MAX = 60;
export const QUIZ_RESULTS_MAX = 1_000;
export const QUIZ_QUESTIONS_MAX = 5_000;
/** Podcasts that a user has added, without and with those they have removed again. */
export const OWN_PODCASTS_MAX = 50;
export const OWN_PODCASTS_EVER_MAX = 500;
/** A user's own sources, and the characters of each one's text. */
export const SOURCES_MAX = 200;
export const SOURCE_MAX_CHARS = 200_000;
/** Captions that become a source: several times what is said in them, which has to fit into it. */
export const CAPTIONS_MAX_CHARS = 1_000_000;
export const SOURCE_TITLE_MAX_CHARS = 300;
export const SOURCE_AUTHOR_MAX_CHARS = 200;
/** Rows per page of the list of sources. */
export const SOURCES_PAGE = 50;
/** The podcast that a user's sources belong to. */
export const SOURCES_TITLE = 'Your sources';
/** Characters of an OPML file, and podcasts of it that are read. */
export const OPML_MAX_CHARS = 1_000_000;
export const OPML_OUTLINES_MAX = 500;
/** The brief: how often and for how long an address can be confirmed. */
export const CONFIRMATIONS_PER_DAY = 5;
export const CONFIRMATION_HOURS = 48;
/** A link asked for again within this time, as by pressing twice, is not sent again. */
export const CONFIRMATION_PAUSE_SECONDS = 30;
/** After this many attempts, a brief is given up. */
export const BRIEF_ATTEMPTS = 8;
/** How many of the newest items an RSS feed of a user contains. */
export const FEED_DIGESTS_MAX = 20;
export const FEED_SAVED_MAX = 50;
/** Characters of one saved insight in a feed. */
export const FEED_TEXT_MAX_CHARS = 20_000;
/** Exports kept per account, and for how many days. */
export const EXPORTS_MAX = 5;
export const EXPORT_DAYS = 3;
/** Parts of an account's import, and for how many days imports are kept. */
export const ACCOUNT_IMPORT_PARTS_MAX = 400;
export const ACCOUNT_IMPORT_DAYS = 3;
/** Imports add no episodes to a user's private podcasts beyond this many. */
export const IMPORTED_EPISODES_MAX = 10_000;
/** Nor grades and days to a user's review: more than anybody gives in ten years. */
export const IMPORTED_GRADES_MAX = 200_000;
export const IMPORTED_DAYS_MAX = 10_000;
/**
 * Nor anything to an account whose texts, sources aside, have this many bytes: several times what the heaviest
 * reader has after years.
 */
export const IMPORTED_MAX_BYTES = 200 * 1024 * 1024;
/** Podcasts that an export can be limited to. */
export const EXPORT_PODCASTS_MAX = 500;
/** Rows per page of the library, and characters per text in its lists. */
export const SAVED_INSIGHTS_PAGE = 50;
export const CONVERSATIONS_PAGE = 30;
export const EXCERPT_MAX_CHARS = 1_000;
/** Positions kept per account; older ones are deleted. */
export const POSITIONS_MAX = 1_000;
/** How often a position is sent while an episode plays. */
export const POSITION_SAVE_MS = 15_000;
/** An episode counts as finished this close to its end, or within this share of a short one. */
export const POSITION_END_SECONDS = 30;
export const POSITION_END_SHARE = 0.05;
/** Longer than any episode: two days. */
export const EPISODE_MAX_SECONDS = 172_800;
/** Moments per account, and each one's audio, transcript and note. */
export const MOMENTS_MAX = 2_000;
export const MOMENT_MAX_SECONDS = 600;
export const MOMENT_TEXT_MAX_CHARS = 4_000;
export const MOMENT_NOTE_MAX_CHARS = 2_000;
export const MOMENTS_PAGE = 100;
export const TAG_MAX_CHARS = 64;
export const TAGS_MAX = 50;
export const CONTENT_MAX_CHARS = 200_000;
/** The largest request body, and that of a route that takes long texts: the longest with every character escaped. */
export const BODY_MAX_BYTES = 256 * 1_024;
export const LONG_BODY_MAX_BYTES = 6 * CONTENT_MAX_CHARS + 1_024;
/** The same for files, whose characters take at most three bytes: OPML and captions have no control characters. */
export const FILE_BODY_MAX_BYTES = 3 * Math.max(OPML_MAX_CHARS, CAPTIONS_MAX_CHARS) + 1_024;
