import { Button, Text } from '@radix-ui/themes';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../../../api/missing.ts';
import { passFocusOn } from '../../../ui/pass-focus-on.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';

const SKELETON_LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

interface PageStateProps {
  query: UseQueryResult;
  name: string;
  of?: 'episode' | 'source';
}

/** Replaces the transcript, chapters and notes while they load or if they can't be loaded. */
export function EpisodePageState(props: PageStateProps) {
  if (props.query.isError && !props.query.isFetching) return <NotLoaded {...props} />;
  return (
    <div className="flex flex-col gap-4 p-5" role="status" aria-label={`Loading the ${props.name}`}>
      {SKELETON_LINES.map((line) => (
        <Skeleton key={line} className="h-12" />
      ))}
    </div>
  );
}

/** Says that something didn't load, and offers a retry unless what it is part of doesn't exist. */
function NotLoaded({ query, name, of = 'episode' }: PageStateProps) {
  if (isMissing(query.error)) return <InPlace>This {of} no longer exists.</InPlace>;
  return (
    <InPlace>
      The {name} did not load. Everything else still works.
      <Button
        ref={passFocusOn}
        variant="soft"
        className="mt-4"
        onClick={() => void query.refetch()}
      >
        Try Again
      </Button>
    </InPlace>
  );
}

/** A short text in the middle of a column that has nothing else to show. */
export function InPlace({ children }: { children: ReactNode }) {
  return (
    <div className="m-auto flex max-w-sm flex-col items-center p-8 text-center">
      <Text as="div" size="2" color="gray" className="flex flex-col items-center">
        {children}
      </Text>
    </div>
  );
}
