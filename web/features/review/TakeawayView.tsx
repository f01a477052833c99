import { Button, Heading, Text } from '@radix-ui/themes';
import { useEffect, useRef } from 'react';
import type { Takeaway } from '../../../schema/wire/review.ts';
import { PlaceButtons } from './ItemFrame.tsx';
import type { OpenPlace } from './ReviewDay.tsx';

/** A takeaway from this week's episodes that the reader hasn't seen yet. */
export function TakeawayView({
  takeaway,
  takesFocus,
  onDone,
  onPlace,
}: {
  takeaway: Takeaway;
  takesFocus: boolean;
  onDone: () => void;
  onPlace: OpenPlace;
}) {
  const { text, speaker, because, podcastTitle, episodeTitle } = takeaway;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="flex flex-col items-start gap-6">
      <div>
        <Heading as="h2" size="3" ref={heading} tabIndex={-1} className="text-accent outline-none">
          One new thing
        </Heading>
        <figure className="mt-3">
          <blockquote className="review-quotation" dir="auto">
            “{text}”
          </blockquote>
          <figcaption className="mt-3">
            <Text as="p" size="2" color="gray">
              {speaker && (
                <>
                  <bdi>{speaker}</bdi> ·{' '}
                </>
              )}
              <bdi>{episodeTitle}</bdi> · <bdi>{podcastTitle}</bdi>
            </Text>
          </figcaption>
        </figure>
        {because && (
          <Text as="p" size="2" color="gray" className="mt-1">
            Chosen {because}.
          </Text>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>Done for Today</Button>
        <PlaceButtons item={takeaway} onPlace={onPlace} />
      </div>
    </div>
  );
}
