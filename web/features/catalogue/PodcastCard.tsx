import { type CSSProperties, type ReactNode, useId } from 'react';
import {
  CARD_ANIMATION_SECONDS,
  CARD_DESCRIPTION_LINES,
  CARD_STAGGER_SECONDS,
  CARD_TITLE_LINES,
} from '../../../schema/limits.ts';
import type { Podcast } from '../../../schema/wire/catalogue.ts';
import { CategoryBadge } from '../../ui/CategoryBadge.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { categoryHue } from '../../ui/category-hue.ts';

/** Later cards don't wait any longer than this one, because nobody sees them enter. */
const LAST_STAGGERED = 40;
/** About one screenful. The rest load as they come near. */
const EAGER_COVERS = 4;

/**
 * The catalogue has hundreds of cards, so cards out of sight skip layout; the overflow margin keeps
 * focus rings visible. Written as classes because another stylesheet would delay the first paint.
 */
const CARD =
  'flex min-w-0 flex-col [overflow-clip-margin:6px] [content-visibility:auto] ' +
  '[contain-intrinsic-size:auto_32rem] ' +
  'animate-[rise_var(--enter-seconds)_ease-out_var(--enter-delay)_both]';

export interface PlacedPodcast {
  podcast: Podcast;
  /** Index in the grid, from 0. */
  index: number;
  /** Gets the id of the title, which the action can use as its description. */
  action?: ((titleId: string) => ReactNode) | undefined;
  /** Why its feed could not be read the last time. */
  trouble?: string | undefined;
}

export function PodcastCard({ podcast, index, action, trouble }: PlacedPodcast) {
  const { title, host, description, category, imageUrl, spotifyUrl, youtubeUrl } = podcast;
  const titleId = useId();
  const entry = {
    '--enter-seconds': `${CARD_ANIMATION_SECONDS}s`,
    '--title-lines': CARD_TITLE_LINES,
    '--description-lines': CARD_DESCRIPTION_LINES,
    '--enter-delay': `${Math.min(index, LAST_STAGGERED) * CARD_STAGGER_SECONDS}s`,
  } as CSSProperties;
  return (
    <li className={CARD} style={entry}>
      <Cover
        title={title}
        imageUrl={imageUrl && `/api/podcasts/${podcast.id}/cover`}
        hue={categoryHue(category)}
        isEager={index < EAGER_COVERS}
      />
      <h3
        id={titleId}
        dir="auto"
        className="mt-3 line-clamp-(--title-lines) text-lg leading-snug"
        title={title}
      >
        {title}
      </h3>
      {host !== '' && (
        <p title={host} className="mt-0.5 flex gap-1 text-sm whitespace-nowrap text-quiet">
          Hosted by <bdi className="truncate">{host}</bdi>
        </p>
      )}
      <p
        dir="auto"
        className="mt-2 line-clamp-(--description-lines) text-sm leading-relaxed text-ink"
      >
        {description}
      </p>
      {trouble ? (
        <p className="mt-2 line-clamp-3 text-sm text-danger">
          <span
            aria-hidden
            className="mr-1.5 inline-grid size-4 place-items-center rounded-full border border-current text-xs leading-none font-semibold"
          >
            !
          </span>
          {trouble}
        </p>
      ) : null}
      {/* As high as with a link, so that the badges of a row align. */}
      <div className="mt-auto flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 pt-3 text-sm">
        <CategoryBadge category={category} />
        {spotifyUrl ? <ListenLink service="Spotify" url={spotifyUrl} titleId={titleId} /> : null}
        {youtubeUrl ? <ListenLink service="YouTube" url={youtubeUrl} titleId={titleId} /> : null}
      </div>
      {action ? <div className="mt-3 flex min-h-9 flex-wrap gap-2">{action(titleId)}</div> : null}
    </li>
  );
}

function ListenLink({ service, url, titleId }: { service: string; url: string; titleId: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      aria-describedby={titleId}
      className="rounded-sm py-1 font-medium text-quiet underline-offset-2 hover:text-ink hover:underline"
    >
      {service}
    </a>
  );
}
