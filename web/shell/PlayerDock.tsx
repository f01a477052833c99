import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import type { Player as PlayerType } from '../features/player/Player.tsx';
import { loadModule } from '../ui/load-module.ts';
import { forgetWish, useIsPlayerWanted } from '../ui/playback.ts';
import { toastError } from '../ui/toasts.ts';

const loadPlayer = () => loadModule(() => import('../features/player/Player.tsx'));

/** After the first paint, the search and the chat. */
const PRELOAD_MS = 2_500;

/** The player over all screens: its code comes once somebody is logged in, or when it is asked for. */
export function PlayerDock({ userId }: { userId: string | null | undefined }) {
  const navigate = useNavigate();
  const isWanted = useIsPlayerWanted();
  const [Player, setPlayer] = useState<ComponentType<ComponentProps<typeof PlayerType>> | null>(
    null,
  );
  const isLoggedIn = Boolean(userId);

  useEffect(() => {
    if (Player || !isLoggedIn) return;
    const show = () =>
      loadPlayer().then(
        (module) => setPlayer(() => module.Player),
        () => {
          if (!isWanted) return;
          forgetWish();
          toastError('The player did not load. Please check your network and try again.');
        },
      );
    const load = () => {
      if (isWanted || navigator.onLine) void show();
      else addEventListener('online', load, { once: true });
    };
    // Also sends what was left unsent the last time.
    const timer = setTimeout(load, isWanted ? 0 : PRELOAD_MS);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', load);
    };
  }, [Player, isLoggedIn, isWanted]);

  if (!Player) return null;
  return (
    <Player
      userId={userId ?? null}
      onOpenEpisode={(episode, index) =>
        // On the catalogue, its category stays chosen.
        void navigate({
          to: '/podcasts',
          search: ({ category }) => ({ category, episode, at: index }),
          resetScroll: false,
        })
      }
    />
  );
}
