import { Button, Kbd } from '@radix-ui/themes';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Rating, ReviewItem } from '../../../schema/wire/review.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import { quotationBefore } from '../../ui/quotation-before.ts';
import { ItemFrame, PlaceButtons } from './ItemFrame.tsx';
import type { OpenPlace } from './ReviewDay.tsx';

const GRADES: { rating: Rating; name: string; color: 'red' | 'gray' | 'teal' }[] = [
  { rating: 1, name: 'Again', color: 'red' },
  { rating: 2, name: 'Hard', color: 'gray' },
  { rating: 3, name: 'Good', color: 'teal' },
  { rating: 4, name: 'Easy', color: 'gray' },
];

/** An item to recall: shows its back on request, then the reader grades it. */
export function RecallView({
  item,
  takesFocus,
  onGrade,
  onPlace,
}: {
  item: ReviewItem;
  takesFocus: boolean;
  onGrade: (rating: Rating) => void;
  onPlace: OpenPlace;
}) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) answer.current?.focus();
  }, [isShown]);
  useGradeKeys(isShown, onGrade);
  return (
    <ItemFrame item={item} headingId={id} takesFocus={takesFocus}>
      {isShown ? (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
          <div
            className="option-answer outline-none"
            ref={answer}
            tabIndex={-1}
            role="group"
            aria-label="Answer"
          >
            <Markdown
              text={item.back}
              onCitation={(seconds, chip) =>
                onPlace({ episodeId: item.episodeId, seconds, quotation: quotationBefore(chip) })
              }
            />
          </div>
          <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
            <fieldset className="review-grades">
              <legend className="mb-2 text-sm text-quiet">How well did you remember it?</legend>
              {GRADES.map(({ rating, name, color }) => (
                <Button
                  key={rating}
                  type="button"
                  variant={rating === 3 ? 'solid' : 'soft'}
                  color={color}
                  aria-keyshortcuts={String(rating)}
                  onClick={() => onGrade(rating)}
                >
                  {name}
                  <Kbd size="1" aria-hidden className="review-key">
                    {rating}
                  </Kbd>
                </Button>
              ))}
            </fieldset>
            <PlaceButtons item={item} onPlace={onPlace} />
          </div>
        </>
      ) : (
        <Button type="button" className="self-start" onClick={() => setIsShown(true)}>
          Show Answer
        </Button>
      )}
    </ItemFrame>
  );
}

/** The keys 1 to 4, unless the reader is typing or a dialog is open. */
function useGradeKeys(isOn: boolean, onGrade: (rating: Rating) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const grade = GRADES.find(({ rating }) => String(rating) === event.key);
    if (!grade || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const isElsewhere =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;
    if (isElsewhere || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    onGrade(grade.rating);
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
