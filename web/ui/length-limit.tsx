import { type ReactNode, useId } from 'react';
import { characterCount } from '../../schema/wire/character-count.ts';
import { useSettled } from './use-settled.ts';

/** From this share of the limit on, the remaining characters are shown. */
const NEARLY_FULL = 0.9;
/** Screen readers hear a count only once typing pauses. */
const ANNOUNCE_MS = 1_000;

const characters = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'character' : 'characters'}`;

/** By how much a text is too long; null if it fits. */
export function tooLong(text: string, maxChars: number): string | null {
  // Counting takes time in long texts, and finds no more characters than their length.
  if (text.length <= maxChars) return null;
  const count = characterCount(text);
  if (count <= maxChars) return null;
  const excess = characters(count - maxChars);
  return `${excess} too long. The limit is ${maxChars.toLocaleString('en')}.`;
}

/** The length limit of a field. Longer text gets in all the same, so that nothing pasted is lost. */
export interface LengthLimit {
  /** Nothing may be saved or sent while this is true. */
  isTooLong: boolean;
  /** For the field. */
  attributes: { 'aria-invalid': boolean; 'aria-describedby': string | undefined };
  /** To show below the field. */
  hint: ReactNode;
}

/** Without `maxChars`, there is no limit. */
export function useLengthLimit(text: string, maxChars = Number.POSITIVE_INFINITY): LengthLimit {
  const id = useId();
  const fault = tooLong(text, maxChars);
  const near = maxChars * NEARLY_FULL;
  const count = text.length < near ? text.length : characterCount(text);
  const words = fault ?? (count >= near ? `${characters(maxChars - count)} left` : '');
  const [announced] = useSettled(words, ANNOUNCE_MS);
  return {
    isTooLong: fault !== null,
    attributes: {
      'aria-invalid': fault !== null,
      'aria-describedby': words === '' ? undefined : id,
    },
    hint: (
      <div className="relative">
        {words !== '' && (
          <p
            id={id}
            className={`pt-1.5 text-sm tabular-nums ${fault === null ? 'text-quiet' : 'text-danger'}`}
          >
            {words}
          </p>
        )}
        <span role="status" className="sr-only">
          {announced}
        </span>
      </div>
    ),
  };
}

/** Moves the focus to the first invalid field of a form. */
export function focusInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
