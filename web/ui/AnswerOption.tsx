import { RadioGroup, Text } from '@radix-ui/themes';
import { Check, X } from 'lucide-react';
import './options.css';

/** How an option turned out once the question is answered. */
export type OptionMark = 'right' | 'wrong' | undefined;

/** One option of a question, inside a Radix radio group with the class `options`. */
export function AnswerOption({
  value,
  text,
  mark,
}: {
  value: string;
  text: string;
  mark: OptionMark;
}) {
  return (
    <Text as="label" size="3" className="option" data-mark={mark}>
      <RadioGroup.Item value={value} />
      <span className="min-w-0 grow" dir="auto">
        {text}
      </span>
      {mark === 'right' && (
        <span className="option-mark text-accent">
          <Check size={16} aria-label="Right answer" role="img" />
        </span>
      )}
      {mark === 'wrong' && (
        <span className="option-mark text-danger">
          <X size={16} aria-label="Your answer" role="img" />
        </span>
      )}
    </Text>
  );
}
