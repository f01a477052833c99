import { AlertDialog, Button } from '@radix-ui/themes';
import { type MouseEvent, useCallback, useState } from 'react';
import { readAssistantLink } from './assistant-links.ts';

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
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Content
        className="max-w-108"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          link.focus();
        }}
      >
        <AlertDialog.Title as="h2" size="5" className="mb-2 wrap-anywhere">
          Open <bdi>{destination}</bdi>?
        </AlertDialog.Title>
        <AlertDialog.Description size="2">
          This link was written by the assistant.
        </AlertDialog.Description>
        <p className="mt-3 line-clamp-3 wrap-anywhere text-sm text-quiet">
          <bdi>{link.href}</bdi>
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray">
              Cancel
            </Button>
          </AlertDialog.Cancel>
          <AlertDialog.Action>
            <Button asChild>
              <a href={link.href} target="_blank" rel="noopener noreferrer">
                Open
              </a>
            </Button>
          </AlertDialog.Action>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
