/**
 * Says that no model wrote a text or a conversation's answers, and how far its quotations are the words that were said:
 * statements leave out what `withoutPreamble` does.
 *
 * @param whose sentences they are: "the episode's"
 */
export const withoutModel = (made: 'Selected' | 'Answers are selected', whose: string): string =>
  `${made} from ${whose} own sentences without an AI model; quotations are verbatim, but for openings such as 'And' or 'Well'.`;
