import { Button, Select, TextField } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { type Brief, changeBriefSchema } from '../../../schema/wire/brief.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { errorIdOf, Labelled } from '../../ui/Field.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useStoredText } from '../../ui/stored-text.ts';
import { toastError } from '../../ui/toasts.ts';
import { hourText, refreshText, usualTime, WEEKDAYS } from './brief-times.ts';
import { useSaveBrief } from './queries.ts';
import { currentName } from './time-zones.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const ownZone = () => currentName(new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Turns the brief on, or changes it. */
export function BriefForm({
  userId,
  brief,
  email,
  onDone,
  onCancel,
}: {
  userId: string;
  brief: Brief | null;
  /** Of the profile. */
  email: string | null;
  onDone: () => void;
  /** Null if there is nothing to go back to. */
  onCancel: (() => void) | null;
}) {
  const known = brief?.email ?? email ?? '';
  const [address, write, forget] = useStoredText(`brief:${userId}`, known);
  const [timeZone, setTimeZone] = useState(brief ? currentName(brief.timeZone) : ownZone());
  const [time, setTime] = useState(brief ?? usualTime(timeZone));
  const [wrong, setWrong] = useState<string | null>(null);
  const id = useId();
  const ids = { email: `${id}-email`, zone: `${id}-zone`, day: `${id}-day`, hour: `${id}-hour` };
  const saving = useSaveBrief();
  // The order stays while arrow keys go from one to the next.
  const [zones] = useState(() => {
    const listed = Intl.supportedValuesOf('timeZone').map(currentName).sort();
    return [...new Set([timeZone, ownZone(), 'UTC', ...listed])];
  });
  const save = async (form: HTMLFormElement) => {
    const { weekday, hour } = time;
    const to = address.trim();
    const parsed = changeBriefSchema.safeParse({ email: to, weekday, hour, timeZone });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      setWrong(
        to === '' ? 'Enter your email address' : (issue?.message ?? 'Invalid email address'),
      );
      form.querySelector('input')?.focus();
      return;
    }
    setWrong(null);
    try {
      await saving.mutateAsync(parsed.data);
      forget();
      onDone();
    } catch (error) {
      toastError(errorMessage(error, 'Failed to save your brief'));
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Labelled id={ids.email} label="Email" error={wrong ?? undefined}>
          <TextField.Root
            id={ids.email}
            size="3"
            type="email"
            autoComplete="email"
            spellCheck={false}
            color={wrong === null ? undefined : 'red'}
            value={address}
            aria-invalid={wrong !== null}
            aria-describedby={wrong === null ? undefined : errorIdOf(ids.email)}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
        </Labelled>
        <Labelled id={ids.zone} label="Time zone">
          <NativeSelect
            id={ids.zone}
            className="native-select-large"
            value={timeZone}
            onChange={({ currentTarget }) => setTimeZone(currentTarget.value)}
          >
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </NativeSelect>
        </Labelled>
        <Labelled id={ids.day} label="Day">
          <NumberSelect
            id={ids.day}
            value={time.weekday}
            options={WEEKDAYS.map((name, index) => [index + 1, name])}
            onChange={(weekday) => setTime({ ...time, weekday })}
          />
        </Labelled>
        <Labelled id={ids.hour} label="Hour">
          <NumberSelect
            id={ids.hour}
            value={time.hour}
            options={HOURS.map((hour) => [hour, hourText(hour)])}
            onChange={(hour) => setTime({ ...time, hour })}
          />
        </Labelled>
      </div>
      <p className="mt-3 text-sm text-quiet">{refreshText(timeZone)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <BusyButton type="submit" size="3" variant="soft" isBusy={saving.isPending}>
          {onCancel ? 'Save' : 'Turn On'}
        </BusyButton>
        {onCancel ? (
          <Button
            type="button"
            size="3"
            variant="soft"
            color="gray"
            onClick={() => {
              forget();
              onCancel();
            }}
          >
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function NumberSelect({
  id,
  value,
  options,
  onChange,
}: {
  id: string;
  value: number;
  options: [value: number, label: string][];
  onChange: (value: number) => void;
}) {
  return (
    <Select.Root
      size="3"
      value={String(value)}
      onValueChange={(chosen) => onChange(Number(chosen))}
    >
      <Select.Trigger id={id} className="w-full tabular-nums" />
      <Select.Content position="popper">
        {options.map(([option, label]) => (
          <Select.Item key={option} value={String(option)}>
            {label}
          </Select.Item>
        ))}
      </Select.Content>
    </Select.Root>
  );
}
