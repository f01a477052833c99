import { Text } from '@radix-ui/themes';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';
import { CitationChip } from '../../ui/CitationChip.tsx';
import { CITATION, type EpisodePlace, secondsOf } from '../../ui/citations.ts';

/** Opens a place in an episode's transcript; the focus goes back to what asked for it. */
export type OpenPlace = (place: EpisodePlace, openedBy: HTMLElement) => void;

/** Why the right answer is right, with the places that say so. */
export function Explanation({
  question: { explanation, episodeId },
  onPlace,
}: {
  question: QuizQuestion;
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
          // Between two texts stands what the expression's one group has caught.
          index % 2 === 1 ? (
            <CitationChip key={index} seconds={secondsOf(part)} label={part} onOpen={open} />
          ) : (
            part
          ),
        )}
      </p>
    </>
  );
}
