import { Button } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import type { User } from '../../../schema/wire/accounts.ts';

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 py-3.5 sm:grid-cols-[9rem_1fr] sm:gap-6">
      <dt className="text-sm leading-6 text-quiet">{name}</dt>
      <dd dir="auto" className="min-w-0 whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}

function shownValue(value: string | null) {
  return value ?? <span className="text-quiet">Not set</span>;
}

export function ProfileDetails({
  user,
  hasFocus,
  onEdit,
}: {
  user: User;
  /** After editing, the 'Edit Profile' button gets the focus back. */
  hasFocus: boolean;
  onEdit: () => void;
}) {
  return (
    <>
      <dl className="divide-y divide-(--gray-a4)">
        <Detail name="Username">{user.username}</Detail>
        <Detail name="Email">{shownValue(user.email)}</Detail>
        <Detail name="LinkedIn">
          {user.linkedinUrl ? (
            <a
              href={user.linkedinUrl}
              target="_blank"
              rel="noreferrer noopener"
              className="text-accent underline underline-offset-2"
            >
              View Profile
            </a>
          ) : (
            shownValue(null)
          )}
        </Detail>
        <Detail name="Industry">{shownValue(user.industry)}</Detail>
        <Detail name="Role">{shownValue(user.role)}</Detail>
        <Detail name="Goals">{shownValue(user.goals)}</Detail>
      </dl>
      <Button size="3" variant="soft" className="mt-5" autoFocus={hasFocus} onClick={onEdit}>
        Edit Profile
      </Button>
    </>
  );
}
