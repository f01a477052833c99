import { Badge, Button } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { SessionInfo } from '../../../schema/wire/accounts.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { lastUsed } from './last-used.ts';
import { sessionsQuery, useEndSessions } from './sessions.ts';

/** A longer list would push the rest of the profile out of reach. */
const UNFOLDED = 5;

/** The reader's active sessions. Each can be ended, or all at once. */
export function SessionList({
  actions,
  onLoggedOut,
}: {
  /** Further actions next to 'log out everywhere'. */
  actions: ReactNode;
  onLoggedOut: () => void;
}) {
  const query = useQuery(sessionsQuery);
  const list = useRef<HTMLElement>(null);
  return (
    <Loaded query={query} name="your devices" skeleton="h-32">
      {({ sessions }) => (
        <>
          <section ref={list} tabIndex={-1} aria-label="Devices" className="outline-none">
            <Folded items={thisFirst(sessions)} limit={UNFOLDED} more="more devices">
              {(part) => (
                <ul className="divide-y divide-(--gray-a4) border-y border-hairline">
                  {part.map((session) => (
                    <SessionRow
                      key={session.id}
                      session={session}
                      onLoggedOut={onLoggedOut}
                      onEnded={() => list.current?.focus({ preventScroll: true })}
                    />
                  ))}
                </ul>
              )}
            </Folded>
          </section>
          <div className="mt-5 flex flex-wrap gap-3">
            {actions}
            <LogOutEverywhere onLoggedOut={onLoggedOut} />
          </div>
        </>
      )}
    </Loaded>
  );
}

/** Puts this device first, so that it is never folded away. */
const thisFirst = (sessions: readonly SessionInfo[]) =>
  sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));

function lastUse({ isCurrent, lastUsedAt }: SessionInfo): string {
  if (isCurrent) return 'In use now';
  if (lastUsedAt === null) return 'Last used some time ago';
  return lastUsed(lastUsedAt);
}

function SessionRow({
  session,
  onLoggedOut,
  onEnded,
}: {
  session: SessionInfo;
  /** This browser's own session has ended. */
  onLoggedOut: () => void;
  /** Another one has, and its row is gone. */
  onEnded: () => void;
}) {
  const { id, device, isCurrent } = session;
  const end = useEndSessions();
  const logOut = async () => {
    try {
      await end.mutateAsync({ id, isOwn: isCurrent });
    } catch (error) {
      toastError(errorMessage(error, 'Failed to log out this device'));
      return;
    }
    if (isCurrent) return onLoggedOut();
    onEnded();
    toastSuccess(`${device} has been logged out`);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {device}
          {isCurrent ? <Badge size="2">This device</Badge> : null}
        </p>
        <p className="text-sm text-quiet">{lastUse(session)}</p>
      </div>
      <BusyButton
        variant="soft"
        color="gray"
        isBusy={end.isPending}
        aria-label={`Log out ${device}${isCurrent ? ', this device' : ''}`}
        onClick={() => void logOut()}
      >
        Log Out
      </BusyButton>
    </li>
  );
}

function LogOutEverywhere({ onLoggedOut }: { onLoggedOut: () => void }) {
  const end = useEndSessions();
  const isBusy = end.isPending || end.isSuccess;
  const logOut = async () => {
    try {
      await end.mutateAsync({ id: null, isOwn: true });
    } catch (error) {
      toastError(errorMessage(error, 'Failed to log out everywhere'));
      return;
    }
    onLoggedOut();
  };
  return (
    <ConfirmDialog
      trigger={
        <Button size="3" variant="soft" color="gray">
          Log Out Everywhere
        </Button>
      }
      title="Log out everywhere?"
      action="Log Out"
      isHarmless
      isBusy={isBusy}
      onConfirm={logOut}
    >
      This logs out every device, including this one. Nothing you saved is lost.
    </ConfirmDialog>
  );
}
