import { Heading, Progress, Text } from '@radix-ui/themes';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { QUIZ_PROGRESS_PERCENT } from '../../../schema/limits.ts';
import { useLostFocus } from '../../ui/kept-focus.ts';
import type { OpenPlace, QuestionAction } from './Explanation.tsx';
import { QuizQuestionView } from './QuizQuestionView.tsx';
import { QuizResults, type RenderMissedNote } from './QuizResults.tsx';
import { QuizSetup } from './QuizSetup.tsx';
import type { QuizSubject } from './quiz-state.ts';
import './quiz.css';
import { useQuiz } from './use-quiz.ts';

/** Quizzes about the reader's podcasts. */
export function QuizCard({
  userId,
  startCount = 0,
  action,
  missedNote,
  onPlace,
}: {
  userId: string;
  /** How often another part of the page has requested a quiz. An increase starts one. */
  startCount?: number;
  action: QuestionAction;
  missedNote: RenderMissedNote;
  onPlace: OpenPlace;
}) {
  const quiz = useQuiz(userId);
  const card = useRef<HTMLElement>(null);
  const start = useEffectEvent(() => {
    card.current?.scrollIntoView({ block: 'center' });
    // A quiz in progress continues.
    if (quiz.state.phase === 'setup' || quiz.state.phase === 'results') quiz.generate(null);
  });
  useEffect(() => {
    if (startCount > 0) start();
  }, [startCount]);
  return (
    <section
      ref={card}
      aria-labelledby="knowledge-quiz"
      className="panel quiz-card p-4 sm:p-6"
      // A quiz in progress takes the full width; a short card beside it would leave a gap.
      data-open={quiz.state.phase === 'question' || quiz.state.phase === 'results' || undefined}
    >
      <h2 id="knowledge-quiz" className="mb-4 text-xl">
        Knowledge Quiz
      </h2>
      <Quiz quiz={quiz} action={action} missedNote={missedNote} onPlace={onPlace} />
    </section>
  );
}

function Quiz({
  quiz,
  action,
  missedNote,
  onPlace,
}: {
  quiz: ReturnType<typeof useQuiz>;
  action: QuestionAction;
  missedNote: RenderMissedNote;
  onPlace: OpenPlace;
}) {
  const { state, generate, select, submit, next, submitAgain, restart } = quiz;
  // State that existed when the card appeared doesn't grab the focus.
  const [atFirst] = useState(state);
  // Kept here for whoever tries again after a failure.
  const [subject, setSubject] = useState<QuizSubject>({ source: 'library', podcastId: '' });
  const takesFocus = state !== atFirst;
  switch (state.phase) {
    case 'setup':
      return (
        <QuizSetup
          subject={subject}
          onSubject={setSubject}
          takesFocus={takesFocus}
          onGenerate={generate}
        />
      );
    case 'generating':
      return <Generating takesFocus={takesFocus} />;
    case 'question': {
      const question = state.questions[state.index];
      if (!question) return null;
      return (
        <QuizQuestionView
          key={state.index}
          question={question}
          number={state.index + 1}
          total={state.questions.length}
          selected={state.selected}
          isSubmitted={state.isSubmitted}
          takesFocus={takesFocus}
          action={action}
          onSelect={select}
          onSubmit={submit}
          onNext={next}
          onPlace={onPlace}
        />
      );
    }
    case 'results':
      return (
        <QuizResults
          score={state.score}
          totalQuestions={state.totalQuestions}
          mistakes={state.mistakes}
          takesFocus={takesFocus}
          action={action}
          // Until the result is stored, the questions haven't joined the review.
          missedNote={(ids) => missedNote(state.unsent === null ? ids : [])}
          onRestart={restart}
          onSubmitAgain={submitAgain}
          onPlace={onPlace}
        />
      );
  }
}

function Generating({ takesFocus }: { takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading, takesFocus);
  return (
    <div role="status">
      <Heading as="h3" size="4" ref={heading} tabIndex={-1} className="outline-none">
        Generating Knowledge Quiz
      </Heading>
      <Text className="mt-1 mb-4" as="p" size="2" color="gray">
        Creating questions based on your podcast library...
      </Text>
      <Progress value={QUIZ_PROGRESS_PERCENT} aria-label="Generating the quiz" />
    </div>
  );
}
