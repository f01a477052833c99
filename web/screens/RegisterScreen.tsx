import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { OAuthLinks } from '../features/session/OAuthLinks.tsx';
import { RegisterForm } from '../features/session/RegisterForm.tsx';
import { useUser } from '../features/session/user.ts';
import { FormPage } from '../ui/FormPage.tsx';
import { toastAcrossReload } from '../ui/toast-across-reload.ts';

const route = getRouteApi('/frame/register');

function reloadAt(path: string) {
  toastAcrossReload({ title: 'Success', description: 'Account created successfully' });
  window.location.assign(path);
}

export function RegisterScreen() {
  const { user } = useUser();
  const { redirect } = route.useSearch();
  const target = redirect ?? '/';
  if (user) return <Navigate to="." href={target} replace />;
  return (
    <FormPage title="Register">
      <RegisterForm onRegistered={() => reloadAt(target)} />
      <p className="mt-6 text-center text-sm text-quiet">
        Already have an account?{' '}
        <Link
          to="/login"
          search={redirect === undefined ? {} : { redirect }}
          className="font-medium text-accent underline underline-offset-2"
        >
          Login
        </Link>
      </p>
      <OAuthLinks redirect={redirect} />
    </FormPage>
  );
}
