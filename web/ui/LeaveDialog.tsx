import { Button } from '@radix-ui/themes';
import { useRef } from 'react';
import { useReturnFocus } from './kept-focus.ts';
import { QuestionDialog } from './QuestionDialog.tsx';

/** Asks before leaving unsaved changes. Mount it only while it is open. */
export function LeaveDialog({
  isDraftKept,
  onStay,
  onLeave,
}: {
  /** Whether the changes wait in this browser. */
  isDraftKept: boolean;
  onStay: () => void;
  onLeave: () => void;
}) {
  const returnFocus = useReturnFocus();
  const isLeaving = useRef(false);
  return (
    <QuestionDialog
      title="Leave without saving?"
      about={`Your changes are not saved yet.${isDraftKept ? ' Your draft stays in this browser.' : ''}`}
      keepLabel="Stay"
      action={
        <Button
          onClick={() => {
            isLeaving.current = true;
            onLeave();
          }}
        >
          Leave
        </Button>
      }
      onKeep={onStay}
      onCloseAutoFocus={(event) => {
        // The next screen takes the focus itself.
        if (isLeaving.current) event.preventDefault();
        else returnFocus(event);
      }}
    />
  );
}
