import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Rating, ReviewItem } from '../../../schema/wire/review.ts';
import type { EpisodePlace } from '../../ui/citations.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DayDone } from './DayDone.tsx';
import { DayHead } from './DayHead.tsx';
import { QuestionView } from './QuestionView.tsx';
import { takeawayQuery } from './queries.ts';
import { RecallView } from './RecallView.tsx';
import { TakeawayView } from './TakeawayView.tsx';
import { useReviewDay } from './use-review-day.ts';

export type OpenPlace = (place: EpisodePlace) => void;

/** What to do first to have something to review, and a link to it. */
interface FirstSteps {
  text: string;
  link: ReactNode;
}

export interface ReviewProps {
  userId: string;
  /** Null until it is known which. */
  firstSteps: FirstSteps | null;
  onPlace: OpenPlace;
}

/** The day: the due items one by one, then the takeaway, then the end. */
export function ReviewDay({ userId, firstSteps, onPlace }: ReviewProps) {
  const { query, unsent, grade, keep } = useReviewDay(userId);
  const { data: day } = query;
  // Fetched while the reader goes through the items, because it takes a while the first time each day.
  const takeaway = useQuery(takeawayQuery);
  const [current, setCurrent] = useState<ReviewItem | null>(null);
  const [hasBegun, setHasBegun] = useState(false);
  const [isTakeawayRead, setIsTakeawayRead] = useState(false);
  /** In this visit, with the date of the day; the server may confirm it later. */
  const [graded, setGraded] = useState<ReadonlyMap<string, string>>(new Map());
  const open = (day?.items ?? []).filter(({ id }) => graded.get(id) !== day?.date);
  const [next] = open;
  if (current === null && next) setCurrent(next);

  if (!day) return <DayMissing isError={query.isError} onRetry={() => void query.refetch()} />;

  const goOn = () => {
    setHasBegun(true);
    setCurrent(null);
  };
  const onGrade = (rating: Rating) => {
    if (!current) return;
    setGraded((before) => new Map(before).set(current.id, day.date));
    void grade(current.id, rating);
  };
  const total = day.gradedToday + day.items.length;
  const done = total - open.length;
  const isAnswered = current !== null && graded.has(current.id);
  const isNew = !day.hasItems && day.gradedToday === 0 && !isTakeawayRead;
  const steps = isNew ? firstSteps : undefined;
  const newThing = isTakeawayRead ? null : (takeaway.data ?? null);
  return (
    <>
      <DayHead
        position={current ? done + (isAnswered ? 0 : 1) : null}
        total={total}
        unsent={unsent}
        isStored={day.isStored}
      />
      {current ? (
        <ItemView
          key={current.id}
          item={current}
          takesFocus={hasBegun}
          onGrade={onGrade}
          onNext={goOn}
          onPlace={onPlace}
        />
      ) : newThing ? (
        <TakeawayView
          takeaway={newThing}
          takesFocus={hasBegun}
          onDone={() => {
            setHasBegun(true);
            setIsTakeawayRead(true);
          }}
          onPlace={onPlace}
        />
      ) : takeaway.isPending || steps === null ? (
        <div role="status" aria-label="Looking for something new">
          <Skeleton className="h-24" />
        </div>
      ) : steps ? (
        <EmptyState title="Nothing to Review Yet" action={steps.link}>
          A few questions a day help you remember what you heard. {steps.text}
        </EmptyState>
      ) : (
        <DayDone
          day={day}
          hasRead={isTakeawayRead}
          takesFocus={hasBegun}
          onShown={() => void keep()}
        />
      )}
    </>
  );
}

/** In place of a day that is loading, or did not load. */
function DayMissing({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  if (isError) {
    return (
      <ErrorState title="Your review did not load" onRetry={onRetry}>
        Nothing you graded is lost.
      </ErrorState>
    );
  }
  return (
    <div className="flex flex-col gap-4" role="status" aria-label="Loading your review">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-24" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  );
}

/** A question with options shows whether the choice was right; another item is over once it is graded. */
function ItemView({ onNext, ...props }: ComponentProps<typeof QuestionView>) {
  if (props.item.options) return <QuestionView onNext={onNext} {...props} />;
  const onGrade = (rating: Rating) => {
    props.onGrade(rating);
    onNext();
  };
  return <RecallView {...props} onGrade={onGrade} />;
}
