/** What is said where nothing answers. */
import { NOTHING_FOUND_NOTICE } from '../across.ts';
import { nounOf } from '../assistant.ts';
import { isEnglish } from '../retrieval/noun-phrases.ts';
import type { Scope } from './episode-analysis.ts';

/** The start of every answer about one episode that found nothing. */
export const NOTHING_FOUND = 'I found no';
const NOT_ENGLISH =
  ' It is not in English, so ask in its own language. I understand requests such as “summarise” only in English.';

export const noAnswer = ({ only }: Scope) =>
  only === null
    ? NOTHING_FOUND_NOTICE
    : `${NOTHING_FOUND} answer to that in this ${nounOf(only.episode)}.`;
export const noMention = ({ only }: Scope) =>
  only === null
    ? NOTHING_FOUND_NOTICE
    : `${NOTHING_FOUND} mention of that in this ${nounOf(only.episode)}.${isEnglish(only.index) ? '' : NOT_ENGLISH}`;

export const noMore = ({ only }: Scope) =>
  `I found nothing more about that in ${only ? `this ${nounOf(only.episode)}` : 'your podcasts'}.`;
