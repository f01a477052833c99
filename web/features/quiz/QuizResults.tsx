import { Button, Heading, Text } from '@radix-ui/themes';
import { type ReactNode, useEffect, useRef } from 'react';
import { performanceMessage } from '../../../schema/wire/quiz-performance.ts';
import { Explanation, type OpenPlace, type QuestionAction } from './Explanation.tsx';
import { type QuizMistake, scorePercent } from './quiz-state.ts';

/** What becomes of the missed questions, given their ids. */
export type RenderMissedNote = (questionIds: readonly string[]) => ReactNode;

export function QuizResults({
  score,
  totalQuestions,
  mistakes,
  takesFocus,
  action,
  missedNote,
  onRestart,
  onSubmitAgain,
  onPlace,
}: {
  score: number;
  totalQuestions: number;
  mistakes: QuizMistake[];
  /** False if the results were restored after a reload; the reader may be elsewhere. */
  takesFocus: boolean;
  action: QuestionAction;
  missedNote: RenderMissedNote;
  onRestart: () => void;
  /** Null unless the result could not be sent. */
  onSubmitAgain: (() => void) | null;
  onPlace: OpenPlace;
}) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) headingRef.current?.focus();
  }, [takesFocus]);
  return (
    <div className="flex flex-col items-start gap-2">
      <Heading as="h3" size="4" ref={headingRef} tabIndex={-1} className="outline-none">
        Quiz Results
      </Heading>
      <p className="font-serif text-4xl font-medium tabular-nums text-ink">
        {score} / {totalQuestions}
      </p>
      <Text as="p" size="3" className="tabular-nums">
        You scored {scorePercent(score, totalQuestions)}%
      </Text>
      <Text as="p" size="3" color="gray">
        {performanceMessage(score, totalQuestions)}
      </Text>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={onRestart}>Take Another Quiz</Button>
        {onSubmitAgain && (
          <Button
            variant="soft"
            onClick={() => {
              // The button goes.
              headingRef.current?.focus();
              onSubmitAgain();
            }}
          >
            Submit Result Again
          </Button>
        )}
      </div>
      {mistakes.length > 0 && (
        <Mistakes mistakes={mistakes} action={action} missedNote={missedNote} onPlace={onPlace} />
      )}
    </div>
  );
}

/** The wrongly answered questions. */
function Mistakes({
  mistakes,
  action,
  missedNote,
  onPlace,
}: {
  mistakes: QuizMistake[];
  action: QuestionAction;
  missedNote: RenderMissedNote;
  onPlace: OpenPlace;
}) {
  return (
    <section aria-labelledby="quiz-mistakes" className="mt-5 w-full border-t border-hairline pt-5">
      <Heading as="h4" size="3" id="quiz-mistakes">
        What You Missed
      </Heading>
      {/* As high as the note, which comes once the result is kept: two lines on phones. */}
      <div className="mt-1 min-h-5 max-[26rem]:min-h-10">
        {missedNote(mistakes.flatMap(({ question }) => question.id ?? []))}
      </div>
      <ol className="mt-3 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {mistakes.map(({ question, chosen }) => (
          <li key={question.question}>
            <p className="font-medium text-ink" dir="auto">
              {question.question}
            </p>
            <dl className="quiz-answers">
              <dt>Your answer</dt>
              <dd dir="auto">{question.options[chosen]}</dd>
              <dt>Right answer</dt>
              <dd dir="auto" className="font-medium text-accent">
                {question.options[question.correctAnswerIndex]}
              </dd>
            </dl>
            <Explanation question={question} action={action} onPlace={onPlace} />
          </li>
        ))}
      </ol>
    </section>
  );
}
