import { AlertDialog, Button } from '@radix-ui/themes';
import { type MouseEvent, useCallback, useState } from 'react';
import { readAssistantLink } from './assistant-links.ts';
import { QuestionDialog } from './QuestionDialog.tsx';

interface Asked {
  link: HTMLAnchorElement;
  destination: string;
}

const MIDDLE_BUTTON = 1;

/**
 * Asks before opening a link written by the assistant, because its text may promise another site than
 * the one it leads to. Pass clicks of the left and middle buttons to `ask` and render `question`.
 */
export function useLinkQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback((event: MouseEvent, link: HTMLAnchorElement) => {
    if (event.button > MIDDLE_BUTTON) return;
    event.preventDefault();
    const read = readAssistantLink(link.href, '');
    if (read) setAsked({ link, destination: read.destination });
  }, []);
  const question = asked && <LinkQuestion {...asked} onClose={() => setAsked(null)} />;
  return { ask, question };
}

function LinkQuestion({ link, destination, onClose }: Asked & { onClose: () => void }) {
  return (
    <QuestionDialog
      title={
        <>
          Open <bdi>{destination}</bdi>?
        </>
      }
      about="This link was written by the assistant."
      action={
        <AlertDialog.Action>
          <Button asChild>
            <a href={link.href} target="_blank" rel="noopener noreferrer">
              Open
            </a>
          </Button>
        </AlertDialog.Action>
      }
      onKeep={onClose}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        link.focus();
      }}
    >
      <p className="mt-3 line-clamp-3 wrap-anywhere text-sm text-quiet">
        <bdi>{link.href}</bdi>
      </p>
    </QuestionDialog>
  );
}
