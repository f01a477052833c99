import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@radix-ui/themes';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { EMAIL_MAX_CHARS, PROFILE_FIELD_MAX_CHARS, URL_MAX_CHARS } from '../../../schema/limits.ts';
import { profileUpdateSchema, type User } from '../../../schema/wire/accounts.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { TextInput, TextLines } from '../../ui/Field.tsx';
import { useStoredFields } from '../../ui/stored-fields.ts';
import { toastError } from '../../ui/toasts.ts';
import { useUpdateProfile } from './update-profile.ts';

/** The fields that survive a reload. The password doesn't. */
const STORED_FIELDS = ['email', 'linkedinUrl', 'industry', 'role', 'goals'] as const;

/** What the form's unsaved changes are kept under. */
export const profileForm = (userId: string) => `profile:${userId}`;

/** `guard` renders the question before leaving with unsaved changes. */
export function ProfileForm({
  user,
  guard,
  onSaved,
  onCancel,
}: {
  user: User;
  guard: (isUnsaved: boolean) => ReactNode;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const update = useUpdateProfile();
  const form = useForm({
    resolver: zodResolver(profileUpdateSchema),
    defaultValues: {
      email: user.email ?? '',
      linkedinUrl: user.linkedinUrl ?? '',
      industry: user.industry ?? '',
      role: user.role ?? '',
      goals: user.goals ?? '',
      currentPassword: '',
    },
  });
  const { isDirty, dirtyFields, isSubmitting } = form.formState;
  const email = form.watch('email');
  const asksPassword =
    user.hasPassword && user.email !== null && String(email ?? '').trim() !== user.email;

  const forget = useStoredFields(form, profileForm(user.id), STORED_FIELDS);
  // Only a reload and a login bring the changes back; whoever cancels or leaves has been asked.
  useEffect(
    () => () => {
      if (window.location.pathname !== '/login') forget();
    },
    [forget],
  );

  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);

  const submit = form.handleSubmit(async ({ currentPassword, ...typed }) => {
    const { email, linkedinUrl, ...tailoring } = typed;
    // What may have been changed in another tab meanwhile stays as it is there.
    const isChanged = new Map<string, unknown>(Object.entries(dirtyFields));
    const changed = Object.entries(tailoring).filter(([name]) => isChanged.get(name) === true);
    const profile = { email, linkedinUrl, ...Object.fromEntries(changed) };
    try {
      await update.mutateAsync(asksPassword ? { ...profile, currentPassword } : profile);
    } catch (error) {
      toastError(errorMessage(error, 'Failed to update profile'));
      return;
    }
    onSaved();
  });

  return (
    <form
      noValidate
      aria-label="Edit Profile"
      onSubmit={(event) => void submit(event)}
      className="space-y-5"
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        form={form}
        name="email"
        maxChars={EMAIL_MAX_CHARS}
      />
      {asksPassword ? (
        <TextInput
          label="Your password (needed to change the email)"
          type="password"
          autoComplete="current-password"
          form={form}
          name="currentPassword"
        />
      ) : null}
      <TextInput
        label="LinkedIn URL"
        type="url"
        autoComplete="url"
        form={form}
        name="linkedinUrl"
        maxChars={URL_MAX_CHARS}
      />
      <fieldset className="space-y-5 border-t border-hairline pt-5">
        <legend className="sr-only">What your insights are tailored to</legend>
        <p className="text-sm text-quiet">
          Optional. We use this to tailor your insights and answers.
        </p>
        <TextInput
          label="Industry"
          form={form}
          name="industry"
          maxChars={PROFILE_FIELD_MAX_CHARS}
        />
        <TextInput
          label="Role"
          autoComplete="organization-title"
          form={form}
          name="role"
          maxChars={PROFILE_FIELD_MAX_CHARS}
        />
        <TextLines label="Goals" form={form} name="goals" maxChars={PROFILE_FIELD_MAX_CHARS} />
      </fieldset>
      <div className="flex gap-3">
        <BusyButton type="submit" size="3" isBusy={isSubmitting} busyLabel="Saving...">
          Save Changes
        </BusyButton>
        <Button
          type="button"
          size="3"
          variant="soft"
          color="gray"
          disabled={isSubmitting}
          onClick={onCancel}
        >
          Cancel
        </Button>
      </div>
      {guard(isDirty)}
    </form>
  );
}
