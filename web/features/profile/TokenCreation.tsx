import { Button, Dialog, RadioGroup, Select } from '@radix-ui/themes';
import { addDays } from 'date-fns';
import { useId, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { TOKEN_NAME_MAX_CHARS } from '../../../schema/limits.ts';
import type { TokenScope } from '../../../schema/wire/tokens.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { ShownOnce } from '../../ui/ShownOnce.tsx';
import { useStoredFields } from '../../ui/stored-fields.ts';
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx';
import { useCreateToken } from './tokens.ts';

const ACCESS: Record<string, { label: string; scopes: TokenScope[] }> = {
  read: { label: 'Read only', scopes: ['read'] },
  both: { label: 'Read and write', scopes: ['read', 'write'] },
};

/** Days; null means until it is revoked. */
const EXPIRIES: Record<string, { label: string; days: number | null }> = {
  month: { label: '30 days', days: 30 },
  quarter: { label: '90 days', days: 90 },
  year: { label: '1 year', days: 365 },
  never: { label: 'No expiry', days: null },
};

const STORED_FIELDS = ['name'] as const;

/** A button and dialog that create a token and show it once. */
export function TokenCreation({ userId }: { userId: string }) {
  const [token, setToken] = useState<string | null>(null);
  const form = useForm({ defaultValues: { name: '' } });
  useStoredFields(form, `token:${userId}`, STORED_FIELDS);
  const { isOpen, changeOpen, close, question } = useDiscardQuestion({
    isTyped: form.formState.isDirty,
    onOpen: () => setToken(null),
    onClose: () => form.reset(),
    focusField: () => form.setFocus('name'),
  });
  return (
    <Dialog.Root open={isOpen} onOpenChange={changeOpen}>
      <Dialog.Trigger>
        <Button size="3" variant="soft">
          Create Token
        </Button>
      </Dialog.Trigger>
      <Dialog.Content
        className="max-w-108"
        // An accidental click outside must not lose a token that is only shown once.
        onInteractOutside={(event) => (token === null ? undefined : event.preventDefault())}
      >
        <Dialog.Title as="h2">{token === null ? 'Create Token' : 'Your New Token'}</Dialog.Title>
        {token === null ? (
          <TokenForm
            form={form}
            onCreated={(created) => {
              setToken(created);
              form.reset();
            }}
            onCancel={close}
          />
        ) : (
          <ShownOnce name="Access token" secret={token}>
            Send it as <code>Authorization: Bearer &lt;token&gt;</code>.
          </ShownOnce>
        )}
        {question}
      </Dialog.Content>
    </Dialog.Root>
  );
}

function TokenForm({
  form,
  onCreated,
  onCancel,
}: {
  form: UseFormReturn<{ name: string }>;
  onCreated: (token: string) => void;
  onCancel: () => void;
}) {
  const [access, setAccess] = useState('read');
  const [expiry, setExpiry] = useState('quarter');
  const creation = useCreateToken();
  const ids = { access: useId(), expiry: useId() };

  const submit = form.handleSubmit(async ({ name }) => {
    if (name.trim() === '') return form.setError('name', { message: 'Enter a name for the token' });
    const days = EXPIRIES[expiry]?.days ?? null;
    const expiresAt = days === null ? null : addDays(new Date(), days).toISOString();
    const scopes = ACCESS[access]?.scopes ?? ['read'];
    try {
      onCreated((await creation.mutateAsync({ name, scopes, expiresAt })).token);
    } catch (error) {
      form.setError('name', { message: errorMessage(error, 'Failed to create the token') });
    }
  });

  return (
    <form noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <Dialog.Description size="2" className="text-quiet">
        Name it after the app that will use it. No token can change your password or delete your
        account.
      </Dialog.Description>
      <TextInput
        label="Name"
        form={form}
        name="name"
        maxChars={TOKEN_NAME_MAX_CHARS}
        errorRoom="short"
      />
      <div className="space-y-2">
        <p id={ids.access} className="text-sm font-medium text-ink">
          Access
        </p>
        <RadioGroup.Root
          size="2"
          aria-labelledby={ids.access}
          value={access}
          onValueChange={setAccess}
        >
          {Object.entries(ACCESS).map(([value, { label }]) => (
            <RadioGroup.Item key={value} value={value}>
              {label}
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      </div>
      <div className="space-y-1.5">
        <label htmlFor={ids.expiry} className="block text-sm font-medium text-ink">
          Expires after
        </label>
        <Select.Root size="3" value={expiry} onValueChange={setExpiry}>
          <Select.Trigger id={ids.expiry} className="w-full" />
          <Select.Content>
            {Object.entries(EXPIRIES).map(([value, { label }]) => (
              <Select.Item key={value} value={value}>
                {label}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      </div>
      <div className="flex justify-end gap-3">
        <Button
          type="button"
          variant="soft"
          color="gray"
          disabled={creation.isPending}
          onClick={onCancel}
        >
          Cancel
        </Button>
        <BusyButton type="submit" isBusy={creation.isPending} busyLabel="Creating...">
          Create Token
        </BusyButton>
      </div>
    </form>
  );
}
