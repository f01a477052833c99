import { Badge, Button } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { format, formatDistanceToNow } from 'date-fns';
import { DATE_FORMAT } from '../../../schema/limits.ts';
import type { TokenInfo } from '../../../schema/wire/tokens.ts';
import { errorMessage } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { toast } from '../../ui/toasts.ts';
import { TokenCreation } from './TokenCreation.tsx';
import { tokensQuery, useRevokeToken } from './tokens.ts';

/** Lists the reader's access tokens, which can be revoked. */
export function AccessTokens() {
  const query = useQuery(tokensQuery);
  return (
    <section aria-labelledby="access-tokens">
      <h2 id="access-tokens" className="text-2xl">
        Access Tokens
      </h2>
      <p className="mt-2 mb-5 text-quiet">
        Let your own scripts and tools use Dripcast as you. Treat a token like a password.
      </p>
      <Loaded query={query} name="your tokens" skeleton="h-20">
        {({ tokens }) => <TokenList tokens={tokens} />}
      </Loaded>
      <div className="mt-5">
        <TokenCreation />
      </div>
    </section>
  );
}

function TokenList({ tokens }: { tokens: TokenInfo[] }) {
  if (tokens.length === 0) {
    return (
      <p className="border-y border-hairline py-3.5 text-quiet">You have no access tokens yet.</p>
    );
  }
  return (
    <ul className="divide-y divide-(--gray-a4) border-y border-hairline">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </ul>
  );
}

function lastUse(lastUsedAt: string | null): string {
  if (lastUsedAt === null) return 'Never used';
  const date = new Date(lastUsedAt);
  // The server only records the hour.
  if (Date.now() - date.getTime() < 60 * 60 * 1_000) return 'Last used within the hour';
  return `Last used ${formatDistanceToNow(date, { addSuffix: true })}`;
}

const isOver = ({ expiresAt }: TokenInfo) =>
  expiresAt !== null && new Date(expiresAt) <= new Date();

function TokenRow({ token }: { token: TokenInfo }) {
  const { name, scopes, expiresAt } = token;
  const expiry = expiresAt
    ? `${isOver(token) ? 'Expired' : 'Expires'} ${format(new Date(expiresAt), DATE_FORMAT)}`
    : 'Does not expire';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          {name}
          <Badge size="2" color="gray">
            {scopes.length === 2 ? 'Read and write' : scopes[0] === 'read' ? 'Read' : 'Write'}
          </Badge>
          {isOver(token) ? (
            <Badge size="2" color="red">
              Expired
            </Badge>
          ) : null}
        </p>
        <p className="text-sm text-quiet">
          {lastUse(token.lastUsedAt)}. {expiry}.
        </p>
      </div>
      <RevokeButton token={token} />
    </li>
  );
}

function RevokeButton({ token: { id, name } }: { token: TokenInfo }) {
  const revocation = useRevokeToken();
  const revoke = async () => {
    try {
      await revocation.mutateAsync(id);
    } catch (error) {
      const description = errorMessage(error, 'Failed to revoke this token');
      toast({ title: 'Error', description, variant: 'destructive' });
      return;
    }
    toast({ title: 'Success', description: `${name} has been revoked` });
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
      onConfirm={revoke}
    >
      Anything that uses {name} loses access at once. You cannot undo this.
    </ConfirmDialog>
  );
}
