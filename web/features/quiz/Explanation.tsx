import { Text } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { placeNumber } from '../../../schema/wire/clock.ts';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';
import { CitationChip } from '../../ui/CitationChip.tsx';
import { CITATION, type EpisodePlace } from '../../ui/citations.ts';

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
      : (seconds: number, chip: HTMLElement) => onPlace({ episodeId, seconds }, chip);
  return (
    <>
      <Text className="mt-2" as="p" size="2" weight="medium">
        Explanation:
      </Text>
      <p className="mt-1 font-serif leading-relaxed" dir="auto">
        {explanation.split(CITATION).map((part, index) =>
          // Odd pieces are the matches of the expression's single group.
          index % 2 === 1 ? (
            <CitationChip
              key={index}
              seconds={placeNumber(part)}
              label={part}
              onOpen={open}
              episodeId={episodeId}
            />
          ) : (
            part
          ),
        )}
      </p>
      {/* As high as a button, which may load later: what follows must not move out of view. */}
      {id !== undefined && <div className="mt-3 min-h-9 pointer-coarse:min-h-10">{action(id)}</div>}
    </>
  );
}
