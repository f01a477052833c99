import { IconButton, Text, TextField } from '@radix-ui/themes';
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { isSearchable } from './transcript-layout.ts';

/** The transcript search. Enter goes to the next match, Shift+Enter to the previous one. */
export function TranscriptSearch({
  name,
  query,
  onQuery,
  matchCount,
  current,
  onCurrent,
}: {
  /** What is searched. */
  name: 'Transcript' | 'Text';
  query: string;
  onQuery: (query: string) => void;
  matchCount: number;
  /** Index of the current match. */
  current: number;
  onCurrent: (index: number) => void;
}) {
  const step = (by: number) => {
    if (matchCount > 0) onCurrent((current + by + matchCount) % matchCount);
  };
  const label = `Search the ${name.toLowerCase()}`;
  return (
    <search className="transcript-search flex items-center gap-2">
      <TextField.Root
        type="search"
        className="min-w-0 grow"
        aria-label={label}
        placeholder={label}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape') {
            onQuery('');
          }
        }}
      >
        <TextField.Slot>
          <Search size={16} aria-hidden />
        </TextField.Slot>
      </TextField.Root>
      <Text size="1" color="gray" role="status" className="shrink-0 tabular-nums">
        {isSearchable(query) &&
          (matchCount === 0 ? 'Not found' : `${current + 1} of ${matchCount}`)}
      </Text>
      <IconButton
        variant="ghost"
        color="gray"
        aria-label="Previous match"
        disabled={matchCount === 0}
        onClick={() => step(-1)}
      >
        <ChevronUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        variant="ghost"
        color="gray"
        aria-label="Next match"
        disabled={matchCount === 0}
        onClick={() => step(1)}
      >
        <ChevronDown size={18} aria-hidden />
      </IconButton>
    </search>
  );
}
