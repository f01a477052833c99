import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Dialog } from '@radix-ui/themes';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { PASSWORD_MAX_CHARS } from '../../../schema/limits.ts';
import { passwordChangeSchema, type User } from '../../../schema/wire/accounts.ts';
import { ApiError, errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { useChangePassword } from './sessions.ts';

/** A button and dialog to change the password, or to set one for accounts without. */
export function PasswordChange({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  const title = user.hasPassword ? 'Change Password' : 'Set Password';
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger>
        <Button size="3" variant="soft">
          {title}
        </Button>
      </Dialog.Trigger>
      <Dialog.Content className="max-w-108">
        <Dialog.Title as="h2">{title}</Dialog.Title>
        <Dialog.Description size="2" className="text-quiet">
          This logs out every other device and revokes your access tokens and feed addresses.
        </Dialog.Description>
        <PasswordForm user={user} onChanged={() => setIsOpen(false)} />
      </Dialog.Content>
    </Dialog.Root>
  );
}

function PasswordForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const change = useChangePassword();
  const form = useForm({
    resolver: zodResolver(passwordChangeSchema),
    defaultValues: { currentPassword: user.hasPassword ? '' : undefined, password: '' },
  });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    try {
      await change.mutateAsync({ password, ...(currentPassword && { currentPassword }) });
    } catch (error) {
      const message = errorMessage(error, 'Failed to change your password');
      const field = error instanceof ApiError ? error.details.field : undefined;
      const at = field === 'currentPassword' ? field : 'password';
      form.setError(at, { message }, { shouldFocus: true });
      return;
    }
    toastSuccess('Your password has been changed');
    onChanged();
  });

  return (
    <form noValidate className="mt-5 space-y-5" onSubmit={(event) => void submit(event)}>
      {/* Password managers store the new password under this name. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      {user.hasPassword ? (
        <TextInput
          label="Current password"
          type="password"
          autoComplete="current-password"
          form={form}
          name="currentPassword"
          errorRoom="short"
        />
      ) : null}
      <TextInput
        label="New password"
        type="password"
        autoComplete="new-password"
        form={form}
        name="password"
        maxChars={PASSWORD_MAX_CHARS}
        errorRoom="short"
      />
      <div className="flex justify-end gap-3">
        <Dialog.Close>
          <Button type="button" variant="soft" color="gray" disabled={isSubmitting}>
            Cancel
          </Button>
        </Dialog.Close>
        <BusyButton type="submit" isBusy={isSubmitting} busyLabel="Saving...">
          Save Password
        </BusyButton>
      </div>
    </form>
  );
}
