import { useBlocker } from '@tanstack/react-router';
import { LeaveDialog } from '../ui/LeaveDialog.tsx';

/** Asks before a screen with unsaved changes is left. */
export function LeaveGuard({
  isUnsaved,
  isDraftKept = false,
}: {
  isUnsaved: boolean;
  isDraftKept?: boolean;
}) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <LeaveDialog isDraftKept={isDraftKept} onStay={reset} onLeave={proceed} />;
}
