import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  EMAIL_MAX_CHARS,
  PASSWORD_MAX_CHARS,
  URL_MAX_CHARS,
  USERNAME_MAX_CHARS,
} from '../../../schema/limits.ts';
import { registerSchema } from '../../../schema/wire/accounts.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { useStoredFields } from '../../ui/stored-fields.ts';
import { toastError } from '../../ui/toasts.ts';
import { useRegister } from './login.ts';

const STORED_FIELDS = ['username', 'email', 'linkedinUrl'] as const;

export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const registration = useRegister();
  const form = useForm({
    resolver: zodResolver(registerSchema),
    defaultValues: { username: '', password: '', email: '', linkedinUrl: '' },
  });
  const forget = useStoredFields(form, 'register', STORED_FIELDS);
  const { isSubmitting, isSubmitSuccessful } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await registration.mutateAsync(values);
    } catch (error) {
      toastError(errorMessage(error, 'Failed to register'));
      return;
    }
    forget();
    onRegistered();
  });
  // The page reloads after success; until then nothing can be submitted twice.
  const isBusy = isSubmitting || (isSubmitSuccessful && registration.isSuccess);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <TextInput
        label="Username"
        autoComplete="username"
        form={form}
        name="username"
        maxChars={USERNAME_MAX_CHARS}
      />
      <TextInput
        label="Password"
        type="password"
        autoComplete="new-password"
        form={form}
        name="password"
        maxChars={PASSWORD_MAX_CHARS}
      />
      <TextInput
        label="Email (Optional)"
        type="email"
        autoComplete="email"
        form={form}
        name="email"
        maxChars={EMAIL_MAX_CHARS}
      />
      <TextInput
        label="LinkedIn URL (Optional)"
        type="url"
        autoComplete="url"
        form={form}
        name="linkedinUrl"
        maxChars={URL_MAX_CHARS}
      />
      <BusyButton type="submit" size="3" className="w-full" isBusy={isBusy} busyLabel="Loading...">
        Register
      </BusyButton>
    </form>
  );
}
