/** Parses queries. Every text is valid: anything that isn't a filter or a quotation is a word. */
import { isFilterValue, readDate } from '../../schema/wire/query-filters.ts';
import { isStopWord } from '../assistant/text-vectors.ts';
import { wordsIn } from './words.ts';

/** Consecutive words, usually just one. */
export interface Term {
  words: string[];
  /** The last word matches as a prefix. */
  isPrefix: boolean;
  /** Written in quotation marks. */
  isQuoted: boolean;
}

export interface ParsedQuery {
  /** Without stop words, unless there is nothing else. */
  terms: Term[];
  /** The query without its filters, as written. */
  text: string;
  from: string | null;
  in: string | null;
  /** Milliseconds since 1970, inclusive. */
  after: number | null;
  /** Milliseconds since 1970, exclusive. */
  before: number | null;
}

/** More than anyone asks for at once. */
const MAX_TERMS = 24;
const MAX_WORDS = 32;
/** A shorter prefix matches too many words. */
const SHORTEST_PREFIX = 2;

/** A filter, quotation or word. The end of the text also closes a quotation. */
const PIECE =
  /(?:(?<filter>from|in|after|before):(?:["“”](?<quotedValue>[^"“”]*)["“”]?|(?<value>[^\s"“”]+)))|["“”](?<quoted>[^"“”]*)["“”]?|(?<plain>[^\s"“”]+)/giu;

/** Nobody says 'the manager's' only because somebody asks for the manager's opinion. */
const POSSESSIVE = /['’]s(?=[^\p{L}\p{N}]*$)/iu;

/** Splits a search query into filters, quotations and words. */
export function parseQuery(q: string): ParsedQuery {
  const parsed: ParsedQuery = {
    terms: [],
    text: '',
    from: null,
    in: null,
    after: null,
    before: null,
  };
  const texts: string[] = [];
  const terms: Term[] = [];
  for (const { 0: whole, groups = {}, index } of q.matchAll(PIECE)) {
    const { filter, quotedValue, value, quoted } = groups;
    if (filter && setFilter(parsed, filterName(filter), quotedValue ?? value ?? '')) continue;
    texts.push(whole);
    const words = wordsIn(quoted ?? whole.replace(POSSESSIVE, ''))
      .map(({ word }) => word)
      .slice(0, MAX_WORDS);
    if (words.length === 0) continue;
    // The word or quotation is still being typed.
    const isOpen = quoted === undefined || (whole.length < quoted.length + 2 && /\S$/.test(quoted));
    const isLast = index + whole.length === q.length;
    const isPrefix = isOpen && isLast && (words.at(-1)?.length ?? 0) >= SHORTEST_PREFIX;
    terms.push({ words, isPrefix, isQuoted: quoted !== undefined });
  }
  const telling = terms.filter((term) => term.isQuoted || !isOnlyStopWords(term));
  const distinct = new Map(
    (telling.length > 0 ? telling : terms).map((term) => [JSON.stringify(term), term]),
  );
  return { ...parsed, terms: [...distinct.values()].slice(0, MAX_TERMS), text: texts.join(' ') };
}

const isOnlyStopWords = ({ words, isPrefix }: Term) =>
  words.every((word) => isStopWord(word)) && !(isPrefix && words.length > 1);

const filterName = (written: string) => written.toLowerCase() as 'from' | 'in' | 'after' | 'before';

/** Returns false if the value is invalid; it then counts as words. */
function setFilter(
  parsed: ParsedQuery,
  filter: ReturnType<typeof filterName>,
  value: string,
): boolean {
  const text = value.trim();
  if (!isFilterValue(filter, text)) return false;
  if (filter === 'from' || filter === 'in') parsed[filter] = text;
  else parsed[filter] = readDate(text);
  return true;
}
