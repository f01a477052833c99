import { Button, Heading, Text } from '@radix-ui/themes';
import { useEffect, useRef } from 'react';
import { performanceMessage, scorePercent } from './quiz-state.ts';

export function QuizResults({
  score,
  totalQuestions,
  onRestart,
}: {
  score: number;
  totalQuestions: number;
  onRestart: () => void;
}) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
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
        {performanceMessage((score / totalQuestions) * 100)}
      </Text>
      <Button className="mt-3" onClick={onRestart}>
        Take Another Quiz
      </Button>
    </div>
  );
}
