/** Says what is wrong with a request's data, in one sentence for its sender. */
import type { z } from 'zod';

/** Names may come from the request, and may be as long as it likes. */
const NAME_MAX_CHARS = 60;
const NAMES_MAX = 5;

const TYPES: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  date: 'a date',
  int: 'a whole number',
  map: 'an object',
  never: 'left out',
  nonoptional: 'given',
  null: 'null',
  object: 'an object',
  record: 'an object',
  set: 'a list',
  string: 'text',
  tuple: 'a list',
  undefined: 'left out',
  void: 'left out',
};

const FORMATS: Record<string, string> = {
  date: 'a date such as 2026-10-31',
  datetime: 'a time such as 2026-10-31T09:30:00Z',
  email: 'an email address',
  guid: 'an id',
  url: 'a web address',
  uuid: 'an id',
};

const UNITS: Record<string, [one: string, many: string]> = {
  array: ['entry', 'entries'],
  file: ['byte', 'bytes'],
  map: ['entry', 'entries'],
  set: ['entry', 'entries'],
  string: ['character', 'characters'],
};

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type Bound = Pick<z.core.$ZodIssueTooBig, 'origin' | 'exact'>;

/** Replaces zod's own messages, which name no field. Messages of our schemas take precedence. */
export const validationMessage: z.core.$ZodErrorMap = (issue) =>
  `${subjectOf(issue.path)} ${problemOf(issue)}.`;

function subjectOf(path: PropertyKey[] | undefined): string {
  return path?.length ? `The field ${quoted(path.join('.'))}` : 'The request';
}

function problemOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${TYPES[issue.expected] ?? `a ${issue.expected}`}`;
    case 'too_big':
      if (issue.origin === 'date') return `must not be after ${toIsoDate(issue.maximum)}`;
      return bounded(issue, issue.maximum, issue.inclusive ? 'at most' : 'less than');
    case 'too_small':
      if (issue.origin === 'date') return `must not be before ${toIsoDate(issue.minimum)}`;
      if (issue.origin in UNITS && Number(issue.minimum) === 1 && !issue.exact) {
        return 'must not be empty';
      }
      return bounded(issue, issue.minimum, issue.inclusive ? 'at least' : 'more than');
    case 'invalid_format': {
      const format = FORMATS[issue.format];
      return format === undefined ? 'is not written as it should be' : `must be ${format}`;
    }
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys': {
      const names = issue.keys.slice(0, NAMES_MAX).map(quoted);
      const more = issue.keys.length > NAMES_MAX ? ['others'] : [];
      return `must not contain ${AND.format([...names, ...more])}`;
    }
    case 'invalid_value':
      return `must be ${OR.format(issue.values.map((value) => quoted(String(value))))}`;
    case 'invalid_union':
      return 'has none of the forms that it may have';
    case 'invalid_key':
      return 'has a name in it that is not valid';
    case 'invalid_element':
      return 'has an entry that is not valid';
    default:
      return 'is not valid';
  }
}

function bounded({ origin, exact }: Bound, limit: number | bigint, how: string): string {
  const amount = `${exact ? 'exactly' : how} ${limit.toLocaleString('en')}`;
  const unit = UNITS[origin];
  return unit ? `must have ${amount} ${unit[Number(limit) === 1 ? 0 : 1]}` : `must be ${amount}`;
}

const toIsoDate = (ms: number | bigint) => new Date(Number(ms)).toISOString();

const quoted = (name: string) =>
  `'${name.length > NAME_MAX_CHARS ? `${name.slice(0, NAME_MAX_CHARS)}…` : name}'`;
