import { differenceInHours, formatDistanceToNow } from 'date-fns';

/** `Last used 3 days ago`. The server only records the hour. */
export function lastUsed(at: string): string {
  if (differenceInHours(new Date(), at) < 1) return 'Last used within the hour';
  return `Last used ${formatDistanceToNow(at, { addSuffix: true })}`;
}
