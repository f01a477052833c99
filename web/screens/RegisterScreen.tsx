import { Link, Navigate } from '@tanstack/react-router';
import { OAuthLinks } from '../features/session/OAuthLinks.tsx';
import { RegisterForm } from '../features/session/RegisterForm.tsx';
import { useUser } from '../features/session/user.ts';
import { FormPage } from '../ui/FormPage.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { toastAcrossReload } from '../ui/toasts.ts';

function reloadAtHome() {
  toastAcrossReload({ title: 'Success', description: 'Account created successfully' });
  window.location.assign('/');
}

export function RegisterScreen() {
  usePageTitle('Register');
  const { user } = useUser();
  if (user) return <Navigate to="/" replace />;
  return (
    <FormPage title="Register">
      <RegisterForm onRegistered={reloadAtHome} />
      <OAuthLinks />
      <p className="mt-6 text-center text-sm text-quiet">
        Already have an account?{' '}
        <Link to="/login" className="font-medium text-accent underline underline-offset-2">
          Login
        </Link>
      </p>
    </FormPage>
  );
}
