import { Text } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';
import type { EpisodePlace } from '../../ui/citations.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import { quotationBefore } from '../../ui/quotation-before.ts';

/** Opens a position in an episode's transcript. `openedBy` gets the focus back. */
export type OpenPlace = (place: EpisodePlace, openedBy: HTMLElement) => void;

/** What else can be done with a question, given its id. */
export type QuestionAction = (questionId: string) => ReactNode;

/** Explains the right answer, with citations. */
export function Explanation({
  question: { id, explanation, episodeId },
  action,
  onPlace,
}: {
  question: QuizQuestion;
  action: QuestionAction;
  onPlace: OpenPlace;
}) {
  const open =
    episodeId === undefined
      ? undefined
      : (seconds: number, chip: HTMLElement) =>
          onPlace({ episodeId, seconds, quotation: quotationBefore(chip) }, chip);
  return (
    <>
      <Text className="mt-2" as="p" size="2" weight="medium">
        Explanation:
      </Text>
      <Markdown className="mt-1" text={explanation} onCitation={open} episodeId={episodeId} />
      {/* As high as a button, which may load later, so that what follows doesn't move out of view. */}
      {id !== undefined && <div className="mt-3 min-h-9 pointer-coarse:min-h-10">{action(id)}</div>}
    </>
  );
}
