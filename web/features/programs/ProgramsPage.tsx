import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiDescription } from '../../../schema/wire/openapi.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { ApiOperationView } from './ApiOperationView.tsx';
import { PathText } from './PathText.tsx';
import { apiQuery } from './queries.ts';

/**
 * How to connect an assistant or a program, and the reference of the API.
 *
 * @param tokensLink to the access tokens
 */
export function ProgramsPage({ tokensLink }: { tokensLink: ReactNode }) {
  const query = useQuery(apiQuery);
  const { origin } = window.location;
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="connect" className="panel p-5 sm:p-8">
        <h2 id="connect" className="text-xl">
          Connect
        </h2>
        <p className="mt-1 text-quiet">
          Assistants and programs send an access token as{' '}
          <code>Authorization: Bearer &lt;token&gt;</code>. Create one in your {tokensLink}.
        </p>
        <ul className="mt-5 divide-y divide-(--gray-a4) border-y border-hairline">
          <Address
            name="For assistants"
            text="The Model Context Protocol over HTTP. Your assistant can search, read, ask and save."
            address={`${origin}/mcp`}
          />
          <Address
            name="For programs"
            text="The same calls that this app makes, described as OpenAPI 3.1."
            address={`${origin}/api/openapi.json`}
          />
        </ul>
      </section>
      <Loaded query={query} name="the reference" skeleton="h-96">
        {(description) => <Reference description={description} />}
      </Loaded>
    </div>
  );
}

function Address({ name, text, address }: { name: string; text: string; address: string }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 grow basis-72">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-quiet">{text}</p>
        <PathText className="mt-1 block">{address}</PathText>
      </div>
      <CopyButton text={address} variant="soft" />
    </li>
  );
}

function Reference({ description: { tags, paths } }: { description: ApiDescription }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags.map(({ name, description }) => (
    <section key={name} aria-labelledby={`tag-${name}`} className="panel p-5 sm:p-8">
      <h2 id={`tag-${name}`} className="text-xl capitalize">
        {name.replaceAll('-', ' ')}
      </h2>
      <p className="mt-1 text-sm text-quiet">{description}</p>
      <ul className="mt-4 divide-y divide-(--gray-a4) border-y border-hairline">
        {operations
          .filter(({ operation }) => operation.tags.includes(name))
          .map(({ path, method, operation }) => (
            <li key={operation.operationId}>
              <ApiOperationView path={path} method={method} operation={operation} />
            </li>
          ))}
      </ul>
    </section>
  ));
}
