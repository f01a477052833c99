import { Button, Heading, Text } from '@radix-ui/themes';
import { ScrollText } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { REVIEW_HEARD_SECONDS } from '../../../schema/limits.ts';
import { formatClock, formatParagraph } from '../../../schema/wire/clock.ts';
import type { ReviewItem } from '../../../schema/wire/review.ts';
import { buttonClass } from '../../ui/button.ts';
import { ExcerptButton } from '../../ui/PlayButton.tsx';
import type { OpenPlace } from './ReviewDay.tsx';

/** An item with its origin above it. */
export function ItemFrame({
  item,
  headingId,
  takesFocus,
  children,
}: {
  item: Pick<ReviewItem, 'front' | 'episodeTitle' | 'podcastTitle'>;
  headingId: string;
  /** False if the page has just loaded, when the focus belongs elsewhere. */
  takesFocus: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone, so the focus moves on for keyboard and screen-reader users.
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="flex flex-col gap-6">
      <div>
        <Text as="p" size="2" color="gray">
          <bdi>{item.podcastTitle}</bdi> · <bdi>{item.episodeTitle}</bdi>
        </Text>
        <Heading
          as="h2"
          size={{ initial: '5', sm: '6' }}
          id={headingId}
          ref={heading}
          tabIndex={-1}
          className="mt-2 max-w-[60ch] outline-none wrap-anywhere"
        >
          <span dir="auto">{item.front}</span>
        </Heading>
      </div>
      {children}
    </div>
  );
}

/** The source of an item: its place in the transcript, or in the text it comes from. */
export function PlaceButtons({
  item: { episodeId, seconds, paragraph },
  onPlace,
}: {
  item: Pick<ReviewItem, 'episodeId' | 'seconds' | 'paragraph'>;
  onPlace: OpenPlace;
}) {
  if (paragraph !== undefined) {
    return (
      <Button
        type="button"
        variant="soft"
        color="amber"
        onClick={() => onPlace({ episodeId, seconds: paragraph })}
      >
        <ScrollText size={16} aria-hidden />
        Read It at {formatParagraph(paragraph)}
      </Button>
    );
  }
  if (seconds === null) return null;
  return (
    <>
      <ExcerptButton
        episodeId={episodeId}
        seconds={seconds}
        lasts={REVIEW_HEARD_SECONDS}
        className={buttonClass('soft')}
      />
      <Button
        type="button"
        variant="soft"
        color="amber"
        onClick={() => onPlace({ episodeId, seconds })}
      >
        <ScrollText size={16} aria-hidden />
        Read It at {formatClock(seconds)}
      </Button>
    </>
  );
}
