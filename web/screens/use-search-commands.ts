import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type LinkOptions, useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  BookText,
  CircleHelp,
  Headphones,
  History,
  Library,
  MessagesSquare,
  Moon,
  PenLine,
  Plus,
  Sun,
  UserRound,
  Wrench,
} from 'lucide-react';
import { useMemo } from 'react';
import { podcastsQuery } from '../features/catalogue/podcasts.ts';
import { subscribeTo, subscriptionsQuery } from '../features/catalogue/subscriptions.ts';
import { recentEpisodesQuery } from '../features/episodes/queries.ts';
import type { Command } from '../features/search/commands.ts';
import { useAppearance } from '../ui/appearance.ts';
import { requestFromNextScreen } from './screen-request.ts';

/** How many recent episodes are listed before anything is typed. */
const RECENT_LISTED = 4;

const SCREENS = [
  { label: 'Our Podcasts', icon: BookOpen, keywords: 'catalogue', to: '/podcasts' },
  { label: 'My Library', icon: Library, keywords: 'saved insights notes', to: '/library' },
  {
    label: 'Chat History',
    icon: History,
    keywords: 'conversations',
    to: '/library',
    tab: 'history',
  },
  { label: 'Tools', icon: Wrench, keywords: 'weekly digest', to: '/tools' },
  {
    label: 'Ask All My Podcasts',
    icon: MessagesSquare,
    keywords: 'question everything episodes',
    to: '/tools',
    tool: 'ask',
  },
  {
    label: 'Your Sources',
    icon: BookText,
    keywords: 'add article text web page file screenshot',
    to: '/tools',
    tool: 'sources',
  },
  { label: 'Content Editor', icon: PenLine, keywords: 'write text', to: '/editor' },
  { label: 'Profile', icon: UserRound, keywords: 'account password', to: '/profile' },
] as const;

/**
 * The search's commands, the podcasts it can filter by, and whether the reader subscribes to any, as far
 * as known.
 *
 * @param onLeave called before another screen opens
 */
export function useSearchCommands({ onLeave, close }: { onLeave: () => void; close: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { appearance, choose } = useAppearance();
  const { data: catalogue } = useQuery(podcastsQuery);
  const { data: subscriptions } = useQuery(subscriptionsQuery);
  const { data: recent } = useQuery(recentEpisodesQuery);

  const commands = useMemo(() => {
    /** Replaces the search's history entry, so that Back returns to the screen below. */
    const go = (target: LinkOptions) => {
      onLeave();
      void navigate({ ...target, replace: true });
    };
    const screens = SCREENS.map(
      ({ to, label, icon, keywords, ...rest }): Command => ({
        id: `go ${label}`,
        group: 'Go to',
        label,
        icon,
        keywords,
        run: () => go({ to, search: rest }),
      }),
    );
    const episodes = Object.entries(recent ?? {})
      .flatMap(([podcast, all]) => all.map((episode) => ({ ...episode, podcast })))
      .sort((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? ''))
      .map(
        ({ id, title, podcast }, index): Command => ({
          id: `episode ${id}`,
          group: 'Recent episodes',
          label: title,
          detail: podcast,
          icon: Headphones,
          isListedWhenTyped: index >= RECENT_LISTED,
          run: () => go({ to: '/podcasts', search: { episode: id } }),
        }),
      );
    const other = appearance === 'dark' ? 'light' : 'dark';
    const actions: Command[] = [
      {
        id: 'quiz',
        group: 'Actions',
        label: 'Start a quiz',
        keywords: 'knowledge questions',
        icon: CircleHelp,
        run: () => {
          requestFromNextScreen({ kind: 'quiz' });
          go({ to: '/podcasts', search: {} });
        },
      },
      {
        id: 'theme',
        group: 'Actions',
        label: `Switch to ${other} theme`,
        keywords: 'dark light appearance',
        icon: other === 'dark' ? Moon : Sun,
        run: () => {
          choose(other);
          close();
        },
      },
    ];
    const known = new Set(subscriptions?.map(({ podcastId }) => podcastId));
    // Only suggest subscribing if the subscriptions are known.
    const others = subscriptions ? (catalogue ?? []).filter(({ id }) => !known.has(id)) : [];
    const subscribing = others.map(
      ({ id, title, category }): Command => ({
        id: `subscribe ${id}`,
        group: 'Subscribe',
        label: `Subscribe to ${title}`,
        detail: category,
        icon: Plus,
        isListedWhenTyped: true,
        run: () => {
          void subscribeTo(queryClient, id);
          close();
        },
      }),
    );
    return [...screens, ...episodes, ...actions, ...subscribing];
  }, [catalogue, subscriptions, recent, appearance, choose, navigate, queryClient, onLeave, close]);

  const podcasts = useMemo(
    () => (subscriptions ?? []).map(({ title }) => title).sort(),
    [subscriptions],
  );
  return { commands, podcasts, hasSubscriptions: subscriptions?.length !== 0 };
}
