import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router';
import { LoginForm } from '../features/session/LoginForm.tsx';
import { OAuthLinks } from '../features/session/OAuthLinks.tsx';
import { useUser } from '../features/session/user.ts';
import { FormPage } from '../ui/FormPage.tsx';

const route = getRouteApi('/frame/login');

export function LoginScreen() {
  const { error, redirect } = route.useSearch();
  const target = redirect ?? '/';
  const { user } = useUser();
  const navigate = useNavigate();
  if (user) return <Navigate to="." href={target} replace />;
  return (
    <FormPage title="Login">
      {error === 'oauth' ? (
        <p role="alert" className="mb-5 rounded-lg bg-(--red-a3) px-4 py-3 text-sm text-danger">
          Logging in with the other service failed. Try again, or use your username and password.
        </p>
      ) : null}
      {/* Back then leads to where the reader came from, not here. */}
      <LoginForm onLoggedIn={() => void navigate({ href: target, replace: true })} />
      <p className="mt-6 text-center text-sm text-quiet">
        New here?{' '}
        <Link
          to="/register"
          search={redirect === undefined ? {} : { redirect }}
          className="font-medium text-accent underline underline-offset-2"
        >
          Create an account
        </Link>
      </p>
      <OAuthLinks redirect={redirect} />
    </FormPage>
  );
}
