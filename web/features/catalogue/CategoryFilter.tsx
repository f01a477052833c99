import { CATEGORIES } from '../../../schema/limits.ts';

const CHOICES = ['All', ...CATEGORIES];

/** One row of buttons; on phones it scrolls sideways rather than wrap. */
export function CategoryFilter({
  value,
  onChange,
}: {
  /** A category in lower case, or `all`. */
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <fieldset className="-mx-5 min-w-0 overflow-x-auto px-5 py-1 md:mx-0 md:px-1">
      <legend className="sr-only">Category</legend>
      <div className="flex w-max gap-1 rounded-xl bg-(--gray-a3) p-1">
        {CHOICES.map((choice) => {
          const isChosen = choice.toLowerCase() === value;
          return (
            <button
              key={choice}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(choice.toLowerCase())}
              className={`h-9 cursor-pointer rounded-lg px-4 text-sm font-medium ${
                isChosen ? 'bg-panel text-accent' : 'text-quiet hover:text-ink'
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
