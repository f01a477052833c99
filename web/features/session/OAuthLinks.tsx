import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OAuthProvider } from '../../../schema/wire/accounts.ts';
import { api, readReply } from '../../api/client.ts';
import { buttonClass } from '../../ui/button.ts';
import { NotLoadedLine } from '../../ui/NotLoadedLine.tsx';
import { ReservedHeight } from '../../ui/ReservedHeight.tsx';

const NAMES: Record<OAuthProvider, string> = {
  google: 'Google',
  github: 'GitHub',
  linkedin: 'LinkedIn',
};

const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: () => readReply(api.auth.providers.$get()),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Login links for the configured services; nothing if there are none. Some accounts have no other way in. They
 * load after the form, so they belong below it.
 */
export function OAuthLinks({ redirect }: { redirect?: string | undefined }) {
  const { data, isError, refetch } = useQuery(providersQuery);
  return (
    <ReservedHeight
      name="login-services"
      isLoaded={data !== undefined}
      isFailed={isError}
      className="flex flex-col"
    >
      {isError ? (
        <NotLoadedLine
          name="Other ways to log in"
          className="mt-6 text-center"
          onRetry={() => void refetch()}
        />
      ) : data && data.providers.length > 0 ? (
        <Services providers={data.providers} redirect={redirect} />
      ) : null}
    </ReservedHeight>
  );
}

function Services({
  providers,
  redirect,
}: {
  providers: OAuthProvider[];
  redirect: string | undefined;
}) {
  const query = redirect === undefined ? '' : `?${new URLSearchParams({ redirect })}`;
  return (
    <div className="mt-6">
      <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:grow before:bg-hairline after:h-px after:grow after:bg-hairline">
        or
      </p>
      <ul className="mt-4 space-y-2">
        {providers.map((provider) => (
          <li key={provider}>
            <a
              href={`/api/auth/${provider}${query}`}
              className={`${buttonClass('outline')} h-10 w-full`}
            >
              Continue with {NAMES[provider]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
