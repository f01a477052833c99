import { Button, RadioGroup } from '@radix-ui/themes';
import { useEffect, useId, useRef, useState } from 'react';
import type { Rating, ReviewItem } from '../../../schema/wire/review.ts';
import { shuffle } from '../../../schema/wire/shuffle.ts';
import { AnswerOption, type OptionMark } from '../../ui/AnswerOption.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { quotationBefore } from '../../ui/quotation-before.ts';
import { ItemFrame, PlaceButtons } from './ItemFrame.tsx';
import type { OpenPlace } from './ReviewDay.tsx';

/** A wrong answer is Again, a right one Good. */
const GRADES = { wrong: 1, right: 3 } as const satisfies Record<string, Rating>;

/** A multiple-choice question, which grades itself when answered. */
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
  // An answer's position must not give it away.
  const [options] = useState(() => shuffle(item.options ?? []));
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAnswered) next.current?.focus();
  }, [isAnswered]);
  const isRight = selected === item.back;
  const markOf = (option: string): OptionMark => {
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
          className="options max-w-[68ch]"
        >
          {options.map((option) => (
            <AnswerOption key={option} value={option} text={option} mark={markOf(option)} />
          ))}
        </RadioGroup.Root>
        {/* Not hidden while it is empty: screen readers announce what changes in what is there. */}
        <div aria-live="polite" className={isAnswered ? '' : '-mt-6'}>
          {isAnswered && (
            <div className="option-answer">
              <p className="font-medium">
                {isRight ? "That's right." : 'Not quite. It comes back tomorrow.'}
              </p>
              {item.explanation && (
                <Markdown
                  className="mt-2"
                  text={item.explanation}
                  onCitation={(seconds, chip) =>
                    onPlace({
                      episodeId: item.episodeId,
                      seconds,
                      quotation: quotationBefore(chip),
                    })
                  }
                />
              )}
            </div>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {isAnswered ? (
            <>
              <Button type="button" ref={next} onClick={onNext}>
                Next
              </Button>
              <PlaceButtons item={item} onPlace={onPlace} />
            </>
          ) : (
            <Button type="submit" disabled={selected === null}>
              Check
            </Button>
          )}
        </div>
      </ItemFrame>
    </form>
  );
}
