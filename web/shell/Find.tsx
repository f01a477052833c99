import { type ComponentType, useEffect, useState } from 'react';
import { toast } from '../ui/toasts.ts';
import { useFind, useFindKey } from './use-find.ts';
import { useTypedAhead } from './use-typed-ahead.ts';

/** The props of the search layer. */
export interface FindLayerProps {
  /** The search text in the address. */
  find: string;
  /** Typed before the layer was there, after that text. */
  typedAhead: string;
  setFind: (find: string | undefined, replace: boolean) => Promise<void>;
  close: () => void;
}

export type LoadFindLayer = () => Promise<{ FindLayer: ComponentType<FindLayerProps> }>;

/** After the first paint has what it needs. */
const PRELOAD_MS = 1_500;

/** The search above any screen. Its shortcut works at once; its code loads later or on demand. */
export function Find({
  isLoggedIn,
  earlyKey,
  loadLayer,
}: {
  /** Or seems to be, until it is known. */
  isLoggedIn: boolean;
  /** Pressed before this code was there, perhaps the shortcut. */
  earlyKey: KeyboardEvent | undefined;
  loadLayer: LoadFindLayer;
}) {
  const search = useFind();
  useFindKey(isLoggedIn, search, earlyKey);
  const [Layer, setLayer] = useState<ComponentType<FindLayerProps> | null>(null);
  const { find, close } = search;
  const isOpen = find !== undefined;
  const typedAhead = useTypedAhead(!isLoggedIn || (isOpen && Layer !== null), close);

  useEffect(() => {
    if (!isLoggedIn) return;
    const timer = setTimeout(() => void loadLayer().catch(() => {}), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [isLoggedIn, loadLayer]);

  useEffect(() => {
    if (!isOpen || Layer) return;
    loadLayer().then(
      (module) => setLayer(() => module.FindLayer),
      () => {
        const description = 'The search did not load. Please check your network and try again.';
        toast({ title: 'Error', description, variant: 'destructive' });
        close();
      },
    );
  }, [isOpen, Layer, loadLayer, close]);

  return isOpen && Layer ? <Layer {...search} find={find} typedAhead={typedAhead} /> : null;
}
