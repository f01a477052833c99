import { Button, Select, TextField } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { type Brief, changeBriefSchema } from '../../../schema/wire/brief.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { errorIdOf, Labelled } from '../../ui/Field.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useStoredText } from '../../ui/stored-text.ts';
import { toast } from '../../ui/toasts.ts';
import { useSaveBrief } from './queries.ts';
import { currentName } from './time-zones.ts';

const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** `8:00 AM`, by a day whose clocks don't change. */
const hourText = (hour: number) =>
  new Date(2026, 5, 1, hour).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });

/** When all podcasts are read again: Mondays at five, UTC. */
const REFRESH = { day: 1, hour: 5 };

/** The first whole hour after the weekly refresh that people are up, in their time zone. */
function usualTime(timeZone: string): { weekday: number; hour: number } {
  // 1 June 2026 is a Monday. Podcasts are read within an hour.
  const ready = new Date(Date.UTC(2026, 5, REFRESH.day, REFRESH.hour + 1));
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(ready);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const day = (WEEKDAYS as readonly string[]).indexOf(part('weekday')) + 1;
  const hour = Number(part('hour'));
  if (hour < 8) return { weekday: day, hour: 8 };
  return hour < 20 ? { weekday: day, hour: hour + 1 } : { weekday: (day % 7) + 1, hour: 8 };
}

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
  /** Null where there is nothing to go back to. */
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
  const listed = Intl.supportedValuesOf('timeZone').map(currentName).sort();
  const zones = [...new Set([timeZone, ownZone(), 'UTC', ...listed])];
  const save = async (form: HTMLFormElement) => {
    const { weekday, hour } = time;
    const parsed = changeBriefSchema.safeParse({ email: address.trim(), weekday, hour, timeZone });
    if (!parsed.success) {
      setWrong(parsed.error.issues[0]?.message ?? 'Invalid email address');
      form.querySelector('input')?.focus();
      return;
    }
    setWrong(null);
    try {
      await saving.mutateAsync(parsed.data);
      forget();
      onDone();
    } catch (error) {
      const description = errorMessage(error, 'Failed to save your brief');
      toast({ title: 'Error', description, variant: 'destructive' });
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
          <Select.Root
            size="3"
            value={String(time.weekday)}
            onValueChange={(day) => setTime({ ...time, weekday: Number(day) })}
          >
            <Select.Trigger id={ids.day} className="w-full" />
            <Select.Content position="popper">
              {WEEKDAYS.map((name, index) => (
                <Select.Item key={name} value={String(index + 1)}>
                  {name}
                </Select.Item>
              ))}
            </Select.Content>
          </Select.Root>
        </Labelled>
        <Labelled id={ids.hour} label="Hour">
          <Select.Root
            size="3"
            value={String(time.hour)}
            onValueChange={(hour) => setTime({ ...time, hour: Number(hour) })}
          >
            <Select.Trigger id={ids.hour} className="w-full tabular-nums" />
            <Select.Content position="popper">
              {HOURS.map((hour) => (
                <Select.Item key={hour} value={String(hour)}>
                  {hourText(hour)}
                </Select.Item>
              ))}
            </Select.Content>
          </Select.Root>
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

/** A brief before the weekly refresh would lack the newest episodes. */
function refreshText(timeZone: string): string {
  const now = new Date();
  const next = new Date(
    Date.UTC(
      now.getUTCFullYear(),
      now.getUTCMonth(),
      now.getUTCDate() + ((REFRESH.day + 7 - now.getUTCDay()) % 7),
      REFRESH.hour,
    ),
  );
  const day = next.toLocaleString('en-US', { timeZone, weekday: 'long' });
  const hour = next.toLocaleString('en-US', { timeZone, timeStyle: 'short' });
  return `New episodes are fetched every ${day} at ${hour} in this time zone. A later brief has all of them.`;
}
