import { formatISO, subDays } from 'date-fns';
import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { revealFocused } from '../../ui/reveal-focused.ts';
import { KIND_TITLES, KINDS } from './kinds.ts';
import { type FilterName, filtersOf, kindOf, withFilters } from './query-words.ts';

const PERIODS = [
  { days: 7, label: 'Past week' },
  { days: 30, label: 'Past month' },
  { days: 365, label: 'Past year' },
].map(({ days, label }) => ({
  label,
  value: () => formatISO(subDays(new Date(), days), { representation: 'date' }),
}));

/**
 * The search filters as chips. The query text is the only state: choosing a chip writes its filter into
 * the text, and typed filters show in the chips.
 */
export function FilterChips({
  text,
  onText,
  podcasts,
  speakers,
}: {
  text: string;
  onText: (text: string) => void;
  /** Titles of the reader's podcasts. */
  podcasts: readonly string[];
  /** Speakers among the results. */
  speakers: readonly string[];
}) {
  const { from, in: podcast, after, before, kind } = filtersOf(text);
  const set = (changes: Partial<Record<FilterName, string | null>>) =>
    onText(withFilters(text, changes));
  const shownKind = kindOf(kind);
  const periods = PERIODS.map(({ label, value }) => ({ label, value: value() }));
  const dates = [after && `After ${after}`, before && `before ${before}`]
    .filter(Boolean)
    .join(', ');
  return (
    <fieldset className="search-chips" onFocus={revealFocused} aria-label="Filters">
      <Chip
        label="Kind"
        any="Anything"
        value={shownKind ?? ''}
        options={KINDS.map((one) => ({ value: one, label: KIND_TITLES[one] }))}
        onValue={(value) => set({ kind: value })}
      />
      <Chip
        label="Podcast"
        any="Any podcast"
        value={podcast ?? ''}
        options={podcasts.map((title) => ({ value: title, label: title }))}
        onValue={(value) => set({ in: value })}
      />
      <Chip
        label="Speaker"
        any="Any speaker"
        value={from ?? ''}
        options={speakers.map((name) => ({ value: name, label: name }))}
        onValue={(value) => set({ from: value })}
      />
      <Chip
        label="Date"
        any="Any date"
        value={before === undefined ? (after ?? '') : dates}
        options={periods}
        written={dates}
        onValue={(value) => set({ after: value, before: null })}
      />
    </fieldset>
  );
}

/** A native select: phones show their own list, and all its keys work. */
function Chip({
  label,
  any,
  value,
  options,
  written = value,
  onValue,
}: {
  label: string;
  /** The label without a filter. */
  any: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** The label for a typed value that is not among the options. */
  written?: string;
  onValue: (value: string | null) => void;
}): ReactNode {
  const isSet = value !== '';
  const isListed = options.some((option) => option.value === value);
  return (
    <span className="search-chip" data-set={isSet || undefined}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onValue(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{any}</option>
        {isSet && !isListed && <option value={value}>{written}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {isSet ? (
        <button
          type="button"
          aria-label={`Remove the filter ${label.toLowerCase()}: ${written}`}
          onClick={() => onValue(null)}
        >
          <X size={16} aria-hidden />
        </button>
      ) : (
        <ChevronDown size={16} aria-hidden className="search-chip-arrow" />
      )}
    </span>
  );
}
