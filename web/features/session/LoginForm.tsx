import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { loginSchema } from '../../../schema/wire/accounts.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { useStoredFields } from '../../ui/stored-fields.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { useLogin } from './login.ts';

const STORED_FIELDS = ['username'] as const;

export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const login = useLogin();
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: '', password: '' },
  });
  const forget = useStoredFields(form, 'login', STORED_FIELDS);
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await login.mutateAsync(values);
    } catch (error) {
      toastError(errorMessage(error, 'Failed to login'));
      return;
    }
    forget();
    toastSuccess('Successfully logged in');
    onLoggedIn();
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <TextInput label="Username" autoComplete="username" form={form} name="username" />
      <TextInput
        label="Password"
        type="password"
        autoComplete="current-password"
        form={form}
        name="password"
      />
      <BusyButton
        type="submit"
        size="3"
        className="w-full"
        isBusy={isSubmitting}
        busyLabel="Loading..."
      >
        Login
      </BusyButton>
    </form>
  );
}
