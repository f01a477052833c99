import { useQuery } from '@tanstack/react-query';
import { entriesQuery } from './queries.ts';

/** Confirms that questions missed in a quiz have joined the review, as far as they have. */
export function MissedNote({ questionIds }: { questionIds: readonly string[] }) {
  const { data: entries } = useQuery(entriesQuery);
  const count = questionIds.filter((id) => entries?.has(`question ${id}`)).length;
  return (
    <p role="status" className="text-sm text-quiet">
      {count > 0 &&
        (count === 1
          ? '1 question is in your daily review from tomorrow.'
          : `${count} questions are in your daily review from tomorrow.`)}
    </p>
  );
}
