import { Button, RadioGroup, Text } from '@radix-ui/themes';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useLostFocus } from '../../ui/kept-focus.ts';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { passFocusOn } from '../../ui/pass-focus-on.ts';
import { type QuizPodcasts, quizPodcastsQuery } from './queries.ts';
import type { QuizSubject } from './quiz-state.ts';

/** Chooses what the quiz is about. */
export function QuizSetup({
  subject: { source, podcastId },
  onSubject,
  takesFocus,
  onGenerate,
}: {
  subject: QuizSubject;
  onSubject: (subject: QuizSubject) => void;
  /** After a quiz, or one that could not be made: the pressed button is gone. */
  takesFocus: boolean;
  onGenerate: (podcastId: string | null) => void;
}) {
  const id = useId();
  const podcasts = useQuery({ ...quizPodcastsQuery, enabled: source === 'podcast' });
  // The reader may unsubscribe from the chosen podcast, further down on the same screen.
  const chosen = podcasts.data?.podcasts.some((podcast) => podcast.id === podcastId)
    ? podcastId
    : '';
  const isIncomplete = source === 'podcast' && chosen === '';
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, takesFocus);

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isIncomplete) onGenerate(source === 'library' ? null : chosen);
      }}
    >
      <RadioGroup.Root
        size="2"
        aria-label="What the quiz is about"
        value={source}
        onValueChange={(value) =>
          onSubject({ source: value === 'podcast' ? 'podcast' : 'library', podcastId })
        }
      >
        <RadioGroup.Item value="library">Entire Library</RadioGroup.Item>
        <RadioGroup.Item value="podcast">Specific Podcast</RadioGroup.Item>
      </RadioGroup.Root>
      {source === 'podcast' && (
        <div className="flex flex-col gap-1.5">
          <Text as="label" size="2" weight="medium" htmlFor={id}>
            Select a podcast:
          </Text>
          <PodcastSelect
            id={id}
            podcasts={podcasts}
            chosen={chosen}
            onChoose={(id) => onSubject({ source, podcastId: id })}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button ref={button} type="submit" disabled={isIncomplete} aria-describedby={`${id}-hint`}>
          Generate Quiz
        </Button>
        <Text as="p" size="2" color="gray" id={`${id}-hint`}>
          {isIncomplete ? 'Please select a podcast to continue' : ''}
        </Text>
      </div>
    </form>
  );
}

function PodcastSelect({
  id,
  podcasts: { data, isError, isFetching, refetch },
  chosen,
  onChoose,
}: {
  id: string;
  podcasts: UseQueryResult<QuizPodcasts>;
  /** Empty until one is chosen. */
  chosen: string;
  onChoose: (podcastId: string) => void;
}) {
  const retry = (
    <Button
      ref={passFocusOn}
      type="button"
      variant="ghost"
      disabled={isFetching}
      onClick={() => void refetch()}
    >
      Try Again
    </Button>
  );
  if (isError) {
    return (
      <Text as="p" size="2" role="alert">
        Your podcasts did not load. {retry}
      </Text>
    );
  }
  const lacking = data?.lacksSources ? (
    <Text as="p" size="2" role="alert">
      Your sources did not load. {retry}
    </Text>
  ) : null;
  if (data?.podcasts.length === 0) {
    return (
      lacking ?? (
        <Text as="p" size="2" color="gray">
          You haven't subscribed to any podcasts yet.
        </Text>
      )
    );
  }
  return (
    <>
      <NativeSelect
        id={id}
        className="max-w-96"
        value={chosen}
        disabled={!data}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="" disabled>
          Choose a podcast
        </option>
        {data?.podcasts.map((podcast) => (
          <option key={podcast.id} value={podcast.id}>
            {podcast.title}
          </option>
        ))}
      </NativeSelect>
      {lacking}
    </>
  );
}
