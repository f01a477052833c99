import { CommandInput, useCommandState } from 'cmdk';
import { LoaderCircle, Search } from 'lucide-react';
import { type Ref, useLayoutEffect, useRef, useState } from 'react';
import type { LengthLimit } from '../../ui/length-limit.tsx';
import { CloseSearch } from './CloseSearch.tsx';
import { KeyBoundary } from './KeyBoundary.tsx';

/** The search input. The options below are its combobox list. */
export function SearchField({
  ref,
  text,
  onText,
  isBusy,
  attributes,
}: {
  ref: Ref<HTMLInputElement>;
  text: string;
  onText: (text: string) => void;
  isBusy: boolean;
  attributes: LengthLimit['attributes'];
}) {
  const Icon = isBusy ? LoaderCircle : Search;
  const row = useRef<HTMLDivElement>(null);
  // cmdk only reports options reached with its own keys.
  const [active, setActive] = useState<string>();
  useCommandState(({ value }) => value);
  useLayoutEffect(() => {
    const box = row.current?.parentElement;
    setActive(box?.querySelector('[role="option"][aria-selected="true"]')?.id);
  });
  return (
    <div className="search-field" ref={row}>
      <Icon size={18} aria-hidden className={`search-icon ${isBusy ? 'animate-spin' : ''}`} />
      <CommandInput asChild value={text} onValueChange={onText}>
        <input
          ref={ref}
          dir="auto"
          enterKeyHint="search"
          placeholder="Search your podcasts and library"
          aria-activedescendant={active}
          {...attributes}
          onKeyDown={(event) => {
            // Home and End move the text cursor here, not the selection.
            if (event.key === 'Home' || event.key === 'End') event.stopPropagation();
          }}
        />
      </CommandInput>
      <KeyBoundary>
        <CloseSearch />
      </KeyBoundary>
    </div>
  );
}
