import { Select, Switch, Text } from '@radix-ui/themes';
import { useId } from 'react';
import type { ReviewSettings as Settings } from '../../../schema/wire/review.ts';

const PER_DAY = [5, 10, 20, 30, 50];
const NEW_PER_DAY = [0, 2, 5, 10, 20];

/** Turns the daily review on or off, and limits its items per day. */
export function ReviewSettings({
  settings,
  isPending,
  onChange,
}: {
  settings: Settings;
  isPending: boolean;
  onChange: (changes: Partial<Settings>) => void;
}) {
  // Disabled controls would lose the focus, so these ignore changes while one is being saved.
  const change = (changes: Partial<Settings>) => {
    if (!isPending) onChange(changes);
  };
  return (
    <section aria-labelledby="review-settings" className="panel mt-6 p-5 sm:p-8">
      <h2 id="review-settings" className="text-xl">
        Settings
      </h2>
      <div className="mt-5 flex flex-wrap items-end gap-x-8 gap-y-5">
        <NumberChoice
          label="Items per day, at most"
          value={settings.itemsPerDay}
          choices={PER_DAY}
          isPending={isPending}
          onChange={(itemsPerDay) => change({ itemsPerDay })}
        />
        <NumberChoice
          label="New items among them"
          value={settings.newPerDay}
          choices={NEW_PER_DAY}
          isPending={isPending}
          onChange={(newPerDay) => change({ newPerDay })}
        />
        <Text as="label" size="2" className="flex min-h-9 items-center gap-3">
          <Switch
            checked={settings.isOn}
            aria-disabled={isPending}
            onCheckedChange={(isOn) => change({ isOn })}
          />
          Daily review
        </Text>
      </div>
    </section>
  );
}

function NumberChoice({
  label,
  value,
  choices,
  isPending,
  onChange,
}: {
  label: string;
  value: number;
  choices: number[];
  isPending: boolean;
  onChange: (value: number) => void;
}) {
  const id = useId();
  const offered = [...new Set([...choices, value])].sort((one, other) => one - other);
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="mb-1.5 block text-sm text-quiet">
        {label}
      </label>
      <Select.Root value={String(value)} onValueChange={(chosen) => onChange(Number(chosen))}>
        <Select.Trigger
          id={id}
          aria-disabled={isPending}
          className="w-40 max-w-full tabular-nums"
        />
        <Select.Content position="popper">
          {offered.map((choice) => (
            <Select.Item key={choice} value={String(choice)}>
              {choice}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
    </div>
  );
}
