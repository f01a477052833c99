import { Dialog } from '@radix-ui/themes';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { SEARCH_QUERY_MAX_CHARS } from '../../schema/limits.ts';
import { CloseSearch } from '../features/search/CloseSearch.tsx';
import { SearchBox } from '../features/search/SearchBox.tsx';
import '../features/search/search.css';
import { useAddressText } from '../features/search/use-address-text.ts';
import { SignInPrompt } from '../features/session/SignInPrompt.tsx';
import { useUser } from '../features/session/user.ts';
import type { SearchDialogProps } from '../shell/LazySearchDialog.tsx';
import { buttonClass } from '../ui/button.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { keepOpenForToasts } from '../ui/keep-open-for-toasts.ts';
import { useReturnFocus } from '../ui/kept-focus.ts';
import { ThemeFrame } from '../ui/ThemeFrame.tsx';
import { useOpenResult } from './use-open-result.ts';
import { useSearchCommands } from './use-search-commands.ts';

/** The search above the current screen. */
export function SearchDialog(props: SearchDialogProps) {
  return (
    <CardBoundary name="The search" isOverlay>
      <ThemeFrame>
        <SearchDialogFrame {...props} />
      </ThemeFrame>
    </CardBoundary>
  );
}

function SearchDialogFrame({ find, typedAhead, setFind, close: closeNow }: SearchDialogProps) {
  const { user, hasFailed, refetch } = useUser();
  const returnFocus = useReturnFocus();
  /** The search led to another screen, which now has the focus. */
  const hasLeft = useRef(false);
  /** Text typed right before must not reopen the search while its history entry is being left. */
  const isClosing = useRef(false);
  const close = useCallback(() => {
    isClosing.current = true;
    closeNow();
  }, [closeNow]);
  const writeAddress = useCallback(
    async (typed: string) => {
      // Once another screen is loading, its address is not ours to change.
      if (isClosing.current || hasLeft.current) return;
      // The address would only hold a part of a text that is too long, which would replace it.
      if (typed.length <= SEARCH_QUERY_MAX_CHARS) await setFind(typed, true);
    },
    [setFind],
  );
  // Held here, so that it outlasts the field when the session ends.
  const { text, setText } = useAddressText(find, writeAddress, typedAhead);
  const noteLeaving = useCallback(() => {
    hasLeft.current = true;
  }, []);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Content
        className="search-box"
        aria-describedby={undefined}
        onInteractOutside={keepOpenForToasts}
        onCloseAutoFocus={(event) => {
          if (!hasLeft.current) return returnFocus(event);
          event.preventDefault();
          // The new screen could not take the focus while the dialog still held it.
          const isNowhere = document.activeElement === document.body;
          if (isNowhere) document.querySelector('main')?.focus({ preventScroll: true });
        }}
      >
        <Dialog.Title as="h2" className="sr-only">
          Search
        </Dialog.Title>
        {user ? (
          <LoggedInSearch
            text={text}
            onText={setText}
            writeAddressNow={async () => {
              if (text !== find) await writeAddress(text);
            }}
            close={close}
            onLeave={noteLeaving}
          />
        ) : (
          <>
            {user === null ? (
              <WayOn key="sign in">
                <LoginToSearch text={text} onLeave={noteLeaving} />
              </WayOn>
            ) : hasFailed ? (
              <WayOn key="retry">
                <ErrorState title="Your account did not load" onRetry={refetch} />
              </WayOn>
            ) : (
              <div className="h-40" aria-busy="true" />
            )}
            <div className="search-close">
              <CloseSearch />
            </div>
          </>
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}

/** Focuses its link or button. Left alone, the dialog skips links and focuses Close. */
function WayOn({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('a, button')?.focus(), []);
  return <div ref={frame}>{children}</div>;
}

function LoginToSearch({ text, onLeave }: { text: string; onLeave: () => void }) {
  const router = useRouter();
  // Includes text that is not in the address yet.
  const { href } = router.buildLocation({
    to: '.',
    search: (before) => ({ ...before, find: text }),
  });
  return (
    <SignInPrompt from={href} onLeave={onLeave}>
      Search covers the podcasts you subscribe to and everything you saved.
    </SignInPrompt>
  );
}

interface LoggedInSearchProps {
  text: string;
  onText: (text: string) => void;
  /** Writes the text to the address without waiting for a pause in typing. */
  writeAddressNow: () => Promise<void>;
  close: () => void;
  onLeave: () => void;
}

function LoggedInSearch({ text, onText, writeAddressNow, close, onLeave }: LoggedInSearchProps) {
  const openResult = useOpenResult(async () => {
    // So that Back returns to this search.
    await writeAddressNow();
    onLeave();
  });
  const { commands, podcasts, hasSubscriptions } = useSearchCommands({ onLeave, close });
  return (
    <SearchBox
      text={text}
      onText={onText}
      commands={commands}
      podcasts={podcasts}
      toPodcasts={
        hasSubscriptions ? null : (
          <Link to="/podcasts" replace onClick={onLeave} className={buttonClass('solid')}>
            Browse Podcasts
          </Link>
        )
      }
      onOpen={(...opened) => void openResult(...opened)}
    />
  );
}
