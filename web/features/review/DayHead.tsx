import { Progress, Text } from '@radix-ui/themes';

/** How far the day is, and what has not been sent yet. */
export function DayHead({
  position,
  total,
  waiting,
  isStored,
}: {
  /** Of the item on screen, from 1; null where there is none. */
  position: number | null;
  total: number;
  /** Answers that are on this device only. */
  waiting: number;
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
        {isStored && 'No connection: this is your review as this device kept it. '}
        {waiting > 0 &&
          `${waiting} ${waiting === 1 ? 'answer is' : 'answers are'} kept here and will be sent when the connection is back.`}
      </p>
    </>
  );
}
