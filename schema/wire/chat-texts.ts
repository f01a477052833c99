/**
 * Sentences that the server sends and screens show before it does. They must not differ, except that the server adds to a
 * greeting if no model answers.
 */

export const GREETING =
  "I'm ready to discuss this podcast with you! What would you like to know about it?";
/** Of a conversation about one of the reader's own sources. */
export const GREETING_SOURCE =
  'Ready to discuss this source with you. What would you like to know about it?';
/** Of a conversation about all of the reader's podcasts. */
export const GREETING_ALL = 'Ready to look through all your podcasts. What would you like to know?';

export const LOGIN_NEEDED =
  'You need to be logged in to use this feature. Please log in and try again.';
