import { Progress, Text } from '@radix-ui/themes';

/** The day's progress, and what has not been sent yet. */
export function DayHead({
  position,
  total,
  unsent,
  isStored,
}: {
  /** The number of the item on screen, from 1; null if there is none. */
  position: number | null;
  total: number;
  /** The number of answers that are only on this device. */
  unsent: number;
  isStored: boolean;
}) {
  return (
    <>
      {position !== null && (
        <div className="mb-6">
          <Text as="p" size="2" color="gray" className="mb-2 tabular-nums">
            {position} of {total} today
          </Text>
          <Progress
            value={(position / total) * 100}
            size="1"
            aria-label="Progress of today's review"
          />
        </div>
      )}
      <p className="text-sm text-quiet empty:hidden not-empty:mb-5" role="status">
        {isStored && 'No connection. This is your review as saved on this device. '}
        {unsent > 0 &&
          (unsent === 1
            ? '1 answer is only on this device. It will be sent once the connection is back.'
            : `${unsent} answers are only on this device. They will be sent once the connection is back.`)}
      </p>
    </>
  );
}
