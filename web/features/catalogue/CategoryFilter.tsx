import { useEffect, useRef } from 'react';
import { CATEGORIES } from '../../../schema/limits.ts';
import { revealFocused } from '../../ui/reveal-focused.ts';
import '../../ui/forced-colors.css';

const CHOICES = ['All', ...CATEGORIES];

/** A row of filter buttons. On phones it scrolls sideways instead of wrapping. */
export function CategoryFilter({
  value,
  onChange,
}: {
  /** A category in lower case, or `all`. */
  value: string;
  onChange: (value: string) => void;
}) {
  const row = useRef<HTMLFieldSetElement>(null);
  // A linked category may be off-screen on a phone. Scrolls only the row, never the page.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(`[data-choice="${value}"]`);
    if (!row.current || !chosen) return;
    row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <fieldset
      ref={row}
      onFocus={revealFocused}
      className="relative -mx-5 min-w-0 overflow-x-auto px-5 py-1 [scrollbar-width:none] md:-mx-1 md:px-1"
    >
      <legend className="sr-only">Category</legend>
      <div className="flex w-max gap-1 rounded-xl bg-(--gray-a3) p-1">
        {CHOICES.map((choice) => {
          const isChosen = choice.toLowerCase() === value;
          return (
            <button
              key={choice}
              type="button"
              data-choice={choice.toLowerCase()}
              aria-pressed={isChosen}
              onClick={() => onChange(choice.toLowerCase())}
              className={`h-9 scroll-mx-5 pointer-coarse:h-10 cursor-pointer rounded-lg px-4 text-sm font-medium ${
                isChosen ? 'bg-panel text-accent dark:bg-(--gray-5)' : 'text-quiet hover:text-ink'
              }`}
            >
              {choice}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
