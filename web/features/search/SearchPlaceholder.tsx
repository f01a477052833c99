import { Button } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { errorMessage } from '../../api/client.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { filtersOf, withoutFilters } from './query-words.ts';
import type { Search } from './use-search.ts';

const SKELETON_ROWS = ['a', 'b', 'c', 'd'];

/** Examples of filters and phrases. */
const EXAMPLES = [
  { written: '"to the word"', means: 'a phrase as it was said', begins: '"' },
  { written: 'from:"Ines"', means: 'who said it', begins: 'from:' },
  { written: 'in:law', means: 'a podcast or a category', begins: 'in:' },
  { written: 'after:2026-10', means: 'how new it is', begins: 'after:' },
];

/** Shown if there are no results, with the reason. */
export function SearchPlaceholder({
  search,
  text,
  hasCommands,
  toPodcasts,
  onText,
}: {
  search: Search;
  text: string;
  /** Whether commands match instead, such as podcasts to subscribe to. */
  hasCommands: boolean;
  /** A link to the podcasts for readers who subscribe to none; null for others. */
  toPodcasts: ReactNode;
  onText: (text: string) => void;
}) {
  const retry = () => {
    search.retry();
    // Leads back to the field, as the button goes.
    onText(text);
  };
  switch (search.state) {
    case 'home':
      return (
        <Hints
          text={text}
          onExample={(begins) => onText(`${text.trimEnd()} ${begins}`.trimStart())}
        />
      );
    case 'loading':
      return (
        <div className="search-waiting" aria-hidden="true">
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} className="h-14 rounded-lg" />
          ))}
        </div>
      );
    case 'nothing':
      return (
        <Nothing text={text} hasCommands={hasCommands} toPodcasts={toPodcasts} onText={onText} />
      );
    case 'failed':
      return navigator.onLine ? (
        <ErrorState title="The search isn't responding" onRetry={retry}>
          {errorMessage(search.error, 'Your library and your conversations are safe.')}
        </ErrorState>
      ) : (
        <ErrorState title="You're offline" onRetry={retry}>
          The search will continue once you're back online.
        </ErrorState>
      );
    case 'results':
      return null;
  }
}

function Hints({ text, onExample }: { text: string; onExample: (begins: string) => void }) {
  const isFiltered = Object.keys(filtersOf(text)).length > 0;
  return (
    <section aria-label="Search tips" className="search-hints">
      <p role="status">
        {isFiltered
          ? 'Now type the words to search for. These filters apply to them.'
          : 'Find anything said in your podcasts, or anything you saved, asked or wrote.'}
      </p>
      <ul>
        {EXAMPLES.map(({ written, means, begins }) => (
          <li key={written}>
            <button type="button" onClick={() => onExample(begins)}>
              <code>{written}</code> <span>{means}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Nothing({
  text,
  hasCommands,
  toPodcasts,
  onText,
}: {
  text: string;
  hasCommands: boolean;
  toPodcasts: ReactNode;
  onText: (text: string) => void;
}) {
  const words = withoutFilters(text);
  const isFiltered = Object.keys(filtersOf(text)).length > 0;
  if (hasCommands && !isFiltered) {
    return (
      <p className="search-meant">
        Nothing you subscribe to or saved mentions <q dir="auto">{words}</q>. These match:
      </p>
    );
  }
  return (
    <div className="search-nothing">
      <p className="font-serif text-lg font-medium text-ink">
        Nothing found for <q dir="auto">{words}</q>
      </p>
      <p>
        {isFiltered
          ? 'Your filters may be too narrow.'
          : toPodcasts !== null
            ? "You haven't subscribed to any podcasts yet. Subscribe to one to search what is said in it."
            : 'Searched: podcasts you subscribe to, episodes you opened, and everything you saved.'}
      </p>
      {isFiltered ? (
        <Button variant="outline" color="gray" highContrast onClick={() => onText(words)}>
          Search Without Filters
        </Button>
      ) : (
        toPodcasts
      )}
    </div>
  );
}
