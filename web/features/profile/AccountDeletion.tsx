import { AlertDialog, Button } from '@radix-ui/themes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { User } from '../../../schema/wire/accounts.ts';
import { api, errorMessage, readReply } from '../../api/client.ts';
import { removeCopies } from '../../api/device-copies.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { TextInput } from '../../ui/Field.tsx';

/** Deletes the account and everything in it, after a confirmation. */
export function AccountDeletion({ user, onDeleted }: { user: User; onDeleted: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="delete-account" className="border-t border-hairline pt-8">
      <h2 id="delete-account" className="text-2xl">
        Delete Account
      </h2>
      <p className="mt-2 max-w-xl text-quiet">
        This permanently deletes your profile, subscriptions, conversations, saved insights and
        notes.
      </p>
      <AlertDialog.Root open={isOpen} onOpenChange={setIsOpen}>
        <AlertDialog.Trigger>
          <Button size="3" variant="soft" color="red" className="mt-5">
            Delete Account
          </Button>
        </AlertDialog.Trigger>
        <AlertDialog.Content className="max-w-108">
          <DeletionForm hasPassword={user.hasPassword} onDeleted={onDeleted} />
        </AlertDialog.Content>
      </AlertDialog.Root>
    </section>
  );
}

function DeletionForm({ hasPassword, onDeleted }: { hasPassword: boolean; onDeleted: () => void }) {
  const deletion = useMutation({
    mutationFn: (json: { password?: string }) => readReply(api.user.$delete({ json })),
    onSuccess: () => {
      removeCopies();
      onDeleted();
    },
  });
  const form = useForm({ defaultValues: { password: '' } });
  const error = deletion.error
    ? errorMessage(deletion.error, 'Failed to delete your account')
    : undefined;
  // After success the page is about to navigate away.
  const isBusy = deletion.isPending || deletion.isSuccess;

  return (
    <form
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((values) => deletion.mutate(hasPassword ? values : {}))(event)
      }
    >
      <AlertDialog.Title as="h2" className="mb-2">
        Delete your account?
      </AlertDialog.Title>
      <AlertDialog.Description size="2">
        This deletes everything you saved here, on every device. You cannot undo this.
      </AlertDialog.Description>
      <div className="mt-4">
        {hasPassword ? (
          <TextInput
            label="Your password"
            type="password"
            autoComplete="current-password"
            form={form}
            name="password"
            error={error}
            errorRoom="short"
          />
        ) : error ? (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        ) : null}
      </div>
      <div className="mt-5 flex justify-end gap-3">
        <AlertDialog.Cancel>
          <Button type="button" variant="soft" color="gray" disabled={isBusy}>
            Keep Account
          </Button>
        </AlertDialog.Cancel>
        <BusyButton type="submit" color="red" isBusy={isBusy} busyLabel="Deleting...">
          Delete Account
        </BusyButton>
      </div>
    </form>
  );
}
