import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { CardBoundary } from '../../ui/CardBoundary.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useFocusOnChange } from '../../ui/kept-focus.ts';
import { loadRenderer } from '../../ui/Markdown.tsx';
import { dayQuery, progressQuery, takeawayQuery } from './queries.ts';
import { ReviewDay, type ReviewProps } from './ReviewDay.tsx';
import { ReviewProgress } from './ReviewProgress.tsx';
import { ReviewSettings } from './ReviewSettings.tsx';
import './review.css';
import { useReviewSettings } from './use-review-settings.ts';

/** The daily review: the day, the progress and the settings. */
export function ReviewPage({ userId, firstSteps, onPlace }: ReviewProps) {
  const { data: day, isPending } = useQuery(dayQuery(userId));
  const takeaway = useQuery(takeawayQuery);
  const progress = useQuery(progressQuery);
  const { change, isPending: isChanging } = useReviewSettings(userId);
  // For the explanations, because the connection may be gone by then.
  useEffect(() => void loadRenderer(), []);
  // Turning it on or off replaces the control that was pressed.
  const section = useRef<HTMLElement>(null);
  useFocusOnChange(section, isChanging);
  // What is below the day appears when the day has its size, and stays.
  const [isDayShown, setIsDayShown] = useState(false);
  const isDone = day?.items.length === 0;
  if (!isDayShown && !isPending && !(isDone && takeaway.isPending)) setIsDayShown(true);
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
              disabled={isChanging}
              onClick={() => change({ isOn: true })}
            >
              Turn On
            </button>
          }
        >
          What you added stays, but nothing is due.
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
            <ReviewDay userId={userId} firstSteps={firstSteps} onPlace={onPlace} />
          </Suspense>
        </CardBoundary>
      </section>
      {isDayShown && (
        <CardBoundary name="Your progress">
          <ReviewProgress query={progress} />
        </CardBoundary>
      )}
      {day && isDayShown && !progress.isPending && (
        <ReviewSettings settings={day.settings} isPending={isChanging} onChange={change} />
      )}
    </>
  );
}
