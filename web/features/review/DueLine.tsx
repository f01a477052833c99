import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dueCountQuery } from './queries.ts';

/** Says above a screen's title how many items are due. It takes up no room, so that nothing moves. */
export function DueLine() {
  const { data } = useQuery(dueCountQuery);
  if (!data?.settings.isOn || data.dueToday === 0) return null;
  return (
    <Link
      to="/tools"
      search={{ tool: 'review' }}
      className="absolute top-0 flex h-10 items-center text-sm text-accent underline-offset-4 hover:underline md:h-14"
    >
      {data.dueToday} to review today
    </Link>
  );
}
