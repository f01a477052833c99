import { Badge, Button, Heading, Progress, RadioGroup, Text } from '@radix-ui/themes';
import { useEffect, useId, useRef } from 'react';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';
import { AnswerOption, type OptionMark } from '../../ui/AnswerOption.tsx';
import { loadRenderer } from '../../ui/Markdown.tsx';
import { Explanation, type OpenPlace, type QuestionAction } from './Explanation.tsx';

/** One question. Submitting locks the answer and shows the explanation. */
export function QuizQuestionView({
  question,
  number,
  total,
  selected,
  isSubmitted,
  takesFocus,
  action,
  onSelect,
  onSubmit,
  onNext,
  onPlace,
}: {
  question: QuizQuestion;
  number: number;
  total: number;
  selected: number | null;
  isSubmitted: boolean;
  /** False if the question was restored after a reload; the reader may be elsewhere. */
  takesFocus: boolean;
  action: QuestionAction;
  onSelect: (option: number) => void;
  onSubmit: () => void;
  onNext: () => void;
  onPlace: OpenPlace;
}) {
  const id = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const nextRef = useRef<HTMLButtonElement>(null);
  // Before the answer, so that its explanation is there at once and the button below it in view.
  useEffect(() => void loadRenderer(), []);
  // The pressed button is gone, so move the focus to what follows.
  useEffect(() => {
    if (!takesFocus) return;
    const focused = isSubmitted ? nextRef : headingRef;
    focused.current?.focus({ preventScroll: true });
    // A question with its answers; an explanation is right above the button.
    const shown = isSubmitted ? nextRef : formRef;
    shown.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus, isSubmitted]);

  return (
    <form
      ref={formRef}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitted) onSubmit();
      }}
    >
      <div className="flex flex-col gap-3">
        <Badge size="2" id={`${id}-number`} className="self-start tabular-nums">
          Question {number} of {total}
        </Badge>
        <Progress value={(number / total) * 100} aria-label="Progress of the quiz" />
      </div>
      <Heading
        as="h3"
        size="4"
        id={id}
        ref={headingRef}
        tabIndex={-1}
        aria-describedby={`${id}-number`}
        className="outline-none"
      >
        <span dir="auto">{question.question}</span>
      </Heading>
      <RadioGroup.Root
        size="3"
        aria-labelledby={id}
        value={selected === null ? '' : String(selected)}
        disabled={isSubmitted}
        onValueChange={(value) => onSelect(Number(value))}
        className="options quiz-options"
      >
        {question.options.map((option, index) => (
          <AnswerOption
            key={option}
            value={String(index)}
            text={option}
            mark={markOf(index, question, selected, isSubmitted)}
          />
        ))}
      </RadioGroup.Root>
      {/* Exists before it has content, so that screen readers announce the content. Takes no space until
         then. */}
      <div aria-live="polite" className={isSubmitted ? '' : '-mt-5'}>
        {isSubmitted && (
          <div className="option-answer">
            <Text as="p" size="2" weight="medium">
              {selected === question.correctAnswerIndex ? "That's right." : 'Not quite.'}
            </Text>
            <Explanation question={question} action={action} onPlace={onPlace} />
          </div>
        )}
      </div>
      {isSubmitted ? (
        <Button type="button" ref={nextRef} className="self-start" onClick={onNext}>
          {number === total ? 'See Results' : 'Next Question'}
        </Button>
      ) : (
        <Button type="submit" className="self-start" disabled={selected === null}>
          Submit Answer
        </Button>
      )}
    </form>
  );
}

function markOf(
  index: number,
  { correctAnswerIndex }: QuizQuestion,
  selected: number | null,
  isSubmitted: boolean,
): OptionMark {
  if (!isSubmitted) return undefined;
  if (index === correctAnswerIndex) return 'right';
  return index === selected ? 'wrong' : undefined;
}
