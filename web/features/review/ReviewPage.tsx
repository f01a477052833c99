import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { CardBoundary } from '../../ui/CardBoundary.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useFocusOnChange } from '../../ui/kept-focus.ts';
import { dayQuery } from './queries.ts';
import { type OpenPlace, ReviewDay } from './ReviewDay.tsx';
import { ReviewProgress } from './ReviewProgress.tsx';
import { ReviewSettings } from './ReviewSettings.tsx';
import './review.css';
import { useReviewSettings } from './use-review-settings.ts';

/** The daily review: the day, the progress and the settings. */
export function ReviewPage({ userId, onPlace }: { userId: string; onPlace: OpenPlace }) {
  const { data: day } = useQuery(dayQuery(userId));
  const { change, isPending } = useReviewSettings(userId);
  // Turning it on or off replaces the control that was pressed.
  const section = useRef<HTMLElement>(null);
  useFocusOnChange(section, isPending);
  if (day && !day.settings.isOn) {
    return (
      <section
        ref={section}
        tabIndex={-1}
        className="panel p-5 outline-none sm:p-8"
        aria-label="Daily review"
      >
        <EmptyState
          title="The daily review is off"
          action={
            <button
              type="button"
              className={buttonClass('solid')}
              disabled={isPending}
              onClick={() => change({ isOn: true })}
            >
              Turn On
            </button>
          }
        >
          <p>What you added stays, but nothing is due.</p>
        </EmptyState>
      </section>
    );
  }
  return (
    <>
      <section
        ref={section}
        tabIndex={-1}
        className="panel p-5 outline-none sm:p-8"
        aria-label="Daily review"
      >
        <CardBoundary name="The daily review">
          <Suspense fallback={null}>
            <ReviewDay userId={userId} onPlace={onPlace} />
          </Suspense>
        </CardBoundary>
      </section>
      <CardBoundary name="Your progress">
        <ReviewProgress />
      </CardBoundary>
      {day && <ReviewSettings settings={day.settings} isPending={isPending} onChange={change} />}
    </>
  );
}
