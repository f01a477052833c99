/** Filters written into the query: `from:"Ines" in:law after:2026-10 kind:note`. */
import { isFilterValue } from '../../../schema/wire/query-filters.ts';
import type { SearchKind } from '../../../schema/wire/search.ts';
import { KINDS } from './kinds.ts';

const FILTER_NAMES = ['from', 'in', 'after', 'before', 'kind'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

interface Filter {
  name: FilterName;
  value: string;
}

interface Token {
  text: string;
  filter: Filter | null;
  /** Written like a filter, but its value can't be understood. */
  misread: Filter | null;
}

/** A filter, a quoted phrase or a word, with the server's syntax plus `kind:`. */
const TOKEN =
  /(?:(from|in|after|before|kind):(?:["“”]([^"“”]*)["“”]?|([^\s"“”]+)))|["“”][^"“”]*["“”]?|[^\s"“”]+/giu;

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ([token, written, quoted, bare]) => {
    const name = written?.toLowerCase() as FilterName | undefined;
    const value = (quoted ?? bare ?? '').trim();
    const filter = name ? { name, value } : null;
    const isUnderstood = filter !== null && makesSense(filter);
    return isUnderstood
      ? { text: token, filter, misread: null }
      : { text: token, filter: null, misread: filter };
  });
}

/** An invalid filter counts as ordinary words. */
function makesSense({ name, value }: Filter): boolean {
  return name === 'kind' ? kindOf(value) !== null : isFilterValue(name, value);
}

/** Says which filter can't be understood, and how it is written; null if all can. */
export function misreadFilter(text: string): string | null {
  // Without a value, it is still being typed.
  const token = tokensOf(text).find(({ misread }) => misread !== null && misread.value !== '');
  if (!token?.misread) return null;
  switch (token.misread.name) {
    case 'after':
    case 'before':
      return `“${token.text}” is not a date, so it is searched as words. Write dates as 2026, 2026-10 or 2026-10-31.`;
    case 'kind':
      return `“${token.text}” is not a kind, so it is searched as words. The kinds are ${KINDS.join(', ')}.`;
    default:
      return `“${token.text}” has no name to look for, so it is searched as words.`;
  }
}

/** Returns the query's filters. If a name appears twice, the last one counts. */
export function filtersOf(text: string): Partial<Record<FilterName, string>> {
  const filters: Partial<Record<FilterName, string>> = {};
  for (const { filter } of tokensOf(text)) if (filter) filters[filter.name] = filter.value;
  return filters;
}

/** Returns the query without its filters. */
export function withoutFilters(text: string): string {
  return join(tokensOf(text).filter(({ filter }) => filter === null));
}

/**
 * Returns the query with these filters set, or removed if null. Filters come first, with a space after
 * them, so that typing continues with words.
 */
export function withFilters(
  text: string,
  changes: Partial<Record<FilterName, string | null>>,
): string {
  const isKept = ({ filter }: Token) => filter === null || !(filter.name in changes);
  const kept = tokensOf(text).filter(isKept);
  const isFilter = ({ filter }: Token) => filter !== null;
  const set: Token[] = FILTER_NAMES.flatMap((name) => {
    const value = changes[name];
    return value
      ? [{ text: writeFilter(name, value), filter: { name, value }, misread: null }]
      : [];
  });
  const words = kept.filter((token) => !isFilter(token));
  const query = join([...kept.filter(isFilter), ...set, ...words]);
  return query !== '' && words.length === 0 ? `${query} ` : query;
}

function writeFilter(name: FilterName, value: string): string {
  // A quoted value can't contain quotation marks.
  const plain = value.replace(/["“”]/g, ' ').replace(/\s+/g, ' ').trim();
  return /^[\p{L}\p{N}-]+$/u.test(plain) ? `${name}:${plain}` : `${name}:"${plain}"`;
}

const join = (tokens: Token[]) => tokens.map(({ text }) => text).join(' ');

/**
 * Returns the server's parameters. The server reads podcast and speaker from the text. It doesn't know the
 * kinds, nor when a day begins here, where results show their days.
 */
export function requestOf(text: string): {
  q: string;
  kind?: SearchKind;
  after?: string;
  before?: string;
} {
  const { after, before, ...filters } = filtersOf(text);
  const kind = kindOf(filters.kind);
  return {
    q: withFilters(text, { kind: null, after: null, before: null }).trim(),
    ...(kind && { kind }),
    ...(after && { after: startHere(after) }),
    ...(before && { before: startHere(before) }),
  };
}

/** The start of a year, month or day in the reader's time zone. */
function startHere(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day).toISOString();
}

/** `note`, `Notes` → 'note'; null if it is not a kind. */
export function kindOf(value: string | undefined): SearchKind | null {
  const name = value?.toLowerCase().replace(/s$/, '');
  return KINDS.find((kind) => kind === name) ?? null;
}
