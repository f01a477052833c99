import { Badge, Button } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import { type RefObject, useRef } from 'react';
import { DATE_FORMAT } from '../../../schema/limits.ts';
import type { TokenInfo } from '../../../schema/wire/tokens.ts';
import { errorMessage } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { lastUsed } from './last-used.ts';
import { TokenCreation } from './TokenCreation.tsx';
import { tokensQuery, useRevokeToken } from './tokens.ts';

/** A longer list would push what is below out of reach. */
const UNFOLDED = 5;

/** Lists the reader's access tokens, which can be revoked. */
export function AccessTokens({ userId }: { userId: string }) {
  const query = useQuery(tokensQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="access-tokens">
      <h2 id="access-tokens" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Access Tokens
      </h2>
      <p className="mt-2 mb-5 text-quiet">
        Let your own scripts and tools use Dripcast as you. Treat a token like a password.
      </p>
      <Loaded query={query} name="your tokens" skeleton="h-20">
        {({ tokens }) => <TokenList tokens={tokens} heading={heading} />}
      </Loaded>
      <div className="mt-5">
        <TokenCreation userId={userId} />
      </div>
    </section>
  );
}

/** Gets the focus once a token's row is gone. */
type Heading = RefObject<HTMLElement | null>;

function TokenList({ tokens, heading }: { tokens: TokenInfo[]; heading: Heading }) {
  if (tokens.length === 0) {
    return (
      <p className="border-y border-hairline py-3.5 text-quiet">You have no access tokens yet.</p>
    );
  }
  return (
    <Folded items={tokens} limit={UNFOLDED} more="more tokens">
      {(part) => (
        <ul className="divide-y divide-(--gray-a4) border-y border-hairline">
          {part.map((token) => (
            <TokenRow key={token.id} token={token} heading={heading} />
          ))}
        </ul>
      )}
    </Folded>
  );
}

const isOver = ({ expiresAt }: TokenInfo) =>
  expiresAt !== null && new Date(expiresAt) <= new Date();

function TokenRow({ token, heading }: { token: TokenInfo; heading: Heading }) {
  const { name, scopes, expiresAt } = token;
  const expiry = expiresAt
    ? `${isOver(token) ? 'Expired' : 'Expires'} ${format(new Date(expiresAt), DATE_FORMAT)}`
    : 'Does not expire';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          <Badge size="2" color="gray">
            {scopes.length === 2
              ? 'Read and write'
              : scopes[0] === 'read'
                ? 'Read only'
                : 'Write only'}
          </Badge>
          {isOver(token) ? (
            <Badge size="2" color="red">
              Expired
            </Badge>
          ) : null}
        </p>
        <p className="text-sm text-quiet">
          {token.lastUsedAt === null ? 'Never used' : lastUsed(token.lastUsedAt)}. {expiry}.
        </p>
      </div>
      <RevokeButton token={token} heading={heading} />
    </li>
  );
}

function RevokeButton({ token: { id, name }, heading }: { token: TokenInfo; heading: Heading }) {
  const revocation = useRevokeToken();
  const revoke = async () => {
    try {
      await revocation.mutateAsync(id);
    } catch (error) {
      toastError(errorMessage(error, 'Failed to revoke this token'));
      return;
    }
    toastSuccess(`${name} has been revoked`);
  };
  return (
    <ConfirmDialog
      trigger={
        <Button variant="soft" color="gray" aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      }
      title="Revoke this token?"
      action="Revoke Token"
      isBusy={revocation.isPending}
      focusWhenGone={heading}
      onConfirm={revoke}
    >
      Anything that uses “<bdi>{name}</bdi>” loses access at once. You cannot undo this.
    </ConfirmDialog>
  );
}
