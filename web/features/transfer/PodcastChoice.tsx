import { Checkbox, RadioGroup, Text } from '@radix-ui/themes';
import { useId } from 'react';

/** Which podcasts the notes, cards and highlights are of. */
export function PodcastChoice({
  podcasts,
  chosen,
  onChange,
}: {
  podcasts: { id: string; title: string }[];
  /** Null for all of them. */
  chosen: ReadonlySet<string> | null;
  onChange: (chosen: ReadonlySet<string> | null) => void;
}) {
  const id = useId();
  const toggle = (podcastId: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(podcastId);
    else next.delete(podcastId);
    onChange(next);
  };
  return (
    <div className="mt-6">
      <p id={id} className="text-sm font-medium text-ink">
        Podcasts
      </p>
      <p id={`${id}-text`} className="text-sm text-quiet">
        OPML and JSON always contain all podcasts.
      </p>
      <RadioGroup.Root
        size="2"
        className="mt-2"
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        value={chosen === null ? 'all' : 'some'}
        onValueChange={(value) => onChange(value === 'all' ? null : new Set())}
      >
        <RadioGroup.Item value="all">All podcasts</RadioGroup.Item>
        <RadioGroup.Item value="some">Some of them</RadioGroup.Item>
      </RadioGroup.Root>
      {chosen === null ? null : (
        <fieldset className="mt-3 max-h-64 overflow-y-auto rounded-lg border border-hairline p-3">
          <legend className="sr-only">Podcasts to export</legend>
          <ul className="flex flex-col gap-1">
            {podcasts.map(({ id: podcastId, title }) => (
              <li key={podcastId}>
                <Text as="label" size="2" className="flex min-h-8 items-center gap-3">
                  <Checkbox
                    size="2"
                    checked={chosen.has(podcastId)}
                    onCheckedChange={(isOn) => toggle(podcastId, isOn === true)}
                  />
                  <span dir="auto" className="min-w-0 wrap-anywhere">
                    {title}
                  </span>
                </Text>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </div>
  );
}
