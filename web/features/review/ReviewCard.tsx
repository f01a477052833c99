import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DueReviews } from '../../../schema/wire/review.ts';
import { ToolCard } from '../../ui/ToolCard.tsx';
import { dueCountQuery } from './queries.ts';

/** The daily review's card among the tools. `link` opens it, and knows whether anything is due. */
export function ReviewCard({ link }: { link: (isDue: boolean) => ReactNode }) {
  const { data, isError } = useQuery(dueCountQuery);
  const isDue = data?.settings.isOn === true && data.dueToday > 0;
  return (
    <ToolCard title="Daily Review" action={link(isDue)}>
      {data?.settings.isOn && data.hasItems
        ? statusOf(data)
        : // As short as a status: on phones, the cards below would move for a second line.
          (data || isError) && 'Remember what you heard, a little every day.'}
    </ToolCard>
  );
}

function statusOf({ dueToday, gradedToday, streak }: DueReviews): string {
  const row = streak > 1 ? ` ${streak} days in a row.` : '';
  if (dueToday > 0) return `${dueToday} due today.${row}`;
  return `${gradedToday > 0 ? 'Done for today.' : 'Nothing is due today.'}${row}`;
}
