import { Heading } from '@radix-ui/themes';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { DueReviews } from '../../../schema/wire/review.ts';
import { Ripples } from '../../ui/Ripples.tsx';

/** The end of the day's page. */
export function DayDone({
  day,
  hasRead,
  takesFocus,
  onShown,
}: {
  day: DueReviews;
  /** Whether the day's takeaway was read in this visit. */
  hasRead: boolean;
  takesFocus: boolean;
  onShown: () => void;
}) {
  const { streak, gradedToday, dueLater, hasItems } = day;
  const heading = useRef<HTMLHeadingElement>(null);
  const tell = useEffectEvent(onShown);
  useEffect(() => tell(), []);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="flex flex-col items-center py-6 text-center">
      <Ripples rings={4} className="mb-5 size-28 text-accent-line" />
      <Heading as="h2" size="6" ref={heading} tabIndex={-1} className="outline-none">
        {gradedToday > 0 || hasRead ? 'Done for today' : 'Nothing is due today'}
      </Heading>
      <p className="mt-2 text-quiet tabular-nums empty:hidden">
        {gradedToday > 0 && `${things(gradedToday)} reviewed.`}
        {streak > 1 && ` ${streak} days in a row.`}
      </p>
      {dueLater > 0 && (
        <p className="mt-1 text-sm text-quiet tabular-nums">
          {dueLater} more {dueLater === 1 ? 'is' : 'are'} due later.
        </p>
      )}
      {!hasItems && (
        <p className="mt-4 max-w-md text-balance text-sm text-quiet">
          To remember what you hear, add questions from a{' '}
          <Link to="/podcasts" className="text-accent underline underline-offset-2">
            quiz
          </Link>{' '}
          or insights from your{' '}
          <Link to="/library" className="text-accent underline underline-offset-2">
            library
          </Link>
          .
        </p>
      )}
    </div>
  );
}

const things = (count: number) => `${count} ${count === 1 ? 'thing' : 'things'}`;
