import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@radix-ui/themes';
import { useForm } from 'react-hook-form';
import { registerSchema } from '../../../schema/wire/accounts.ts';
import { wordsOf } from '../../api/client.ts';
import { TextInput } from '../../ui/Field.tsx';
import { toast } from '../../ui/toasts.ts';
import { useRegister } from './sign-in.ts';

export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const registration = useRegister();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(registerSchema),
    defaultValues: { username: '', password: '', email: '', linkedinUrl: '' },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await registration.mutateAsync(values);
    } catch (error) {
      const description = wordsOf(error, 'Failed to register');
      toast({ title: 'Error', description, variant: 'destructive' });
      return;
    }
    onRegistered();
  });
  // Once it is done the page reloads; until then nothing can be sent twice.
  const isBusy = isSubmitting || (isSubmitSuccessful && registration.isSuccess);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <TextInput
        label="Username"
        autoComplete="username"
        registration={register('username')}
        error={errors.username?.message}
      />
      <TextInput
        label="Password"
        type="password"
        autoComplete="new-password"
        registration={register('password')}
        error={errors.password?.message}
      />
      <TextInput
        label="Email (Optional)"
        type="email"
        autoComplete="email"
        registration={register('email')}
        error={errors.email?.message}
      />
      <TextInput
        label="LinkedIn URL (Optional)"
        type="url"
        autoComplete="url"
        registration={register('linkedinUrl')}
        error={errors.linkedinUrl?.message}
      />
      <Button type="submit" size="3" className="w-full" disabled={isBusy}>
        {isBusy ? 'Loading...' : 'Register'}
      </Button>
    </form>
  );
}
