import { Heading, Progress, Text } from '@radix-ui/themes';
import { QUIZ_PROGRESS_PERCENT } from '../../../schema/limits.ts';
import { QuizQuestionView } from './QuizQuestionView.tsx';
import { QuizResults } from './QuizResults.tsx';
import { QuizSetup } from './QuizSetup.tsx';
import './quiz.css';
import { useQuiz } from './use-quiz.ts';

/** Questions from what was said in the reader's podcasts. */
export function QuizCard() {
  return (
    <section aria-labelledby="knowledge-quiz" className="panel p-5 sm:p-6">
      <Heading className="mb-4" as="h2" size="5" id="knowledge-quiz">
        Knowledge Quiz
      </Heading>
      <Quiz />
    </section>
  );
}

function Quiz() {
  const { state, generate, select, submit, next, restart } = useQuiz();
  switch (state.phase) {
    case 'setup':
      return <QuizSetup onGenerate={generate} />;
    case 'generating':
      return (
        <div role="status">
          <Heading as="h3" size="4">
            Generating Knowledge Quiz
          </Heading>
          <Text className="mt-1 mb-4" as="p" size="2" color="gray">
            Creating questions based on your podcast library...
          </Text>
          <Progress value={QUIZ_PROGRESS_PERCENT} aria-label="Generating the quiz" />
        </div>
      );
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
          onSelect={select}
          onSubmit={submit}
          onNext={next}
        />
      );
    }
    case 'results':
      return (
        <QuizResults
          score={state.score}
          totalQuestions={state.totalQuestions}
          onRestart={restart}
        />
      );
  }
}
