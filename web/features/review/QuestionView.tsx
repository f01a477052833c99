import { Button, RadioGroup, Text } from '@radix-ui/themes';
import { Check, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Rating, ReviewItem } from '../../../schema/wire/review.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import { ItemFrame, PlaceButtons } from './ItemFrame.tsx';
import type { OpenPlace } from './ReviewDay.tsx';

/** A wrong answer is Again, a right one Good. */
const GRADES = { wrong: 1, right: 3 } as const satisfies Record<string, Rating>;

/** A question with options, which grades itself once an answer is given. */
export function QuestionView({
  item,
  takesFocus,
  onGrade,
  onNext,
  onPlace,
}: {
  item: ReviewItem;
  takesFocus: boolean;
  onGrade: (rating: Rating) => void;
  onNext: () => void;
  onPlace: OpenPlace;
}) {
  const id = useId();
  const [selected, setSelected] = useState<string | null>(null);
  const [isAnswered, setIsAnswered] = useState(false);
  // Nobody is to know an answer by its place.
  const [options] = useState(() => shuffled(item.options ?? []));
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAnswered) next.current?.focus();
  }, [isAnswered]);
  const isRight = selected === item.back;
  const markOf = (option: string) => {
    if (!isAnswered) return undefined;
    if (option === item.back) return 'right';
    return option === selected ? 'wrong' : undefined;
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isAnswered || selected === null) return;
        setIsAnswered(true);
        onGrade(isRight ? GRADES.right : GRADES.wrong);
      }}
    >
      <ItemFrame item={item} headingId={id} takesFocus={takesFocus}>
        <RadioGroup.Root
          size="3"
          aria-labelledby={id}
          value={selected ?? ''}
          disabled={isAnswered}
          onValueChange={setSelected}
          className="review-options"
        >
          {options.map((option) => (
            <Text
              as="label"
              size="3"
              key={option}
              className="review-option"
              data-mark={markOf(option)}
            >
              <RadioGroup.Item value={option} />
              <span className="min-w-0 grow" dir="auto">
                {option}
              </span>
              {markOf(option) === 'right' && (
                <Check
                  size={18}
                  aria-label="Right answer"
                  role="img"
                  className="shrink-0 text-accent"
                />
              )}
              {markOf(option) === 'wrong' && (
                <X size={18} aria-label="Your answer" role="img" className="shrink-0 text-danger" />
              )}
            </Text>
          ))}
        </RadioGroup.Root>
        <div aria-live="polite" className="empty:hidden">
          {isAnswered && (
            <div className="review-answer">
              <p className="font-medium">
                {isRight ? "That's right." : 'Not quite. It comes back tomorrow.'}
              </p>
              {item.explanation && (
                <Markdown
                  className="mt-2"
                  text={item.explanation}
                  onCitation={(seconds) => onPlace({ episodeId: item.episodeId, seconds })}
                />
              )}
            </div>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {isAnswered ? (
            <>
              <Button type="button" size="3" ref={next} onClick={onNext}>
                Next
              </Button>
              <PlaceButtons item={item} onPlace={onPlace} />
            </>
          ) : (
            <Button type="submit" size="3" disabled={selected === null}>
              Check
            </Button>
          )}
        </div>
      </ItemFrame>
    </form>
  );
}

/** Fisher and Yates. */
function shuffled(items: readonly string[]): string[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1));
    [result[index], result[other]] = [result[other] as string, result[index] as string];
  }
  return result;
}
