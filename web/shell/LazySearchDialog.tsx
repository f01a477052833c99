import { type ComponentType, useEffect, useState } from 'react';
import { toastError } from '../ui/toasts.ts';
import { useSearchDialog, useSearchShortcut } from './use-search-dialog.ts';
import { useTypedAhead } from './use-typed-ahead.ts';

/** The props of the search layer. */
export interface SearchDialogProps {
  /** The search text in the address. */
  find: string;
  /** Typed before the layer was there, after that text. */
  typedAhead: string;
  setFind: (find: string | undefined, replace: boolean) => Promise<void>;
  close: () => void;
}

export type LoadSearchDialog = () => Promise<{ SearchDialog: ComponentType<SearchDialogProps> }>;

/** After the first paint has what it needs. */
const PRELOAD_MS = 1_500;

/** The search above any screen. Its shortcut works at once; its code loads later or on demand. */
export function LazySearchDialog({
  isLoggedIn,
  earlyKeys,
  loadDialog,
}: {
  /** Or seems to be, until it is known. */
  isLoggedIn: boolean;
  /** Pressed before this code was there, perhaps from the shortcut on. Taken out once heard. */
  earlyKeys: KeyboardEvent[];
  loadDialog: LoadSearchDialog;
}) {
  const search = useSearchDialog();
  useSearchShortcut(isLoggedIn, search);
  const [Layer, setLayer] = useState<ComponentType<SearchDialogProps> | null>(null);
  const { find, close } = search;
  const isOpen = find !== undefined;
  const typedAhead = useTypedAhead(!isLoggedIn || (isOpen && Layer !== null), close);
  // After the effects that listen.
  useEffect(() => {
    for (const key of earlyKeys.splice(0)) window.dispatchEvent(key);
  }, [earlyKeys]);

  useEffect(() => {
    if (!isLoggedIn) return;
    const timer = setTimeout(() => void loadDialog().catch(() => {}), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [isLoggedIn, loadDialog]);

  useEffect(() => {
    if (!isOpen || Layer) return;
    loadDialog().then(
      (module) => setLayer(() => module.SearchDialog),
      () => {
        toastError('The search did not load. Please check your network and try again.');
        close();
      },
    );
  }, [isOpen, Layer, loadDialog, close]);

  return isOpen && Layer ? <Layer {...search} find={find} typedAhead={typedAhead} /> : null;
}
