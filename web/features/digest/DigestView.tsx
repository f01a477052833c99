import { Button, Heading } from '@radix-ui/themes';
import { useId, useRef, useState } from 'react';
import type { Digest } from '../../../schema/wire/digest.ts';
import { buttonClass } from '../../ui/button.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import type { EpisodePlace } from '../../ui/citations.ts';
import { formatDay } from '../../ui/dates.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import { PlayButton } from '../../ui/PlayButton.tsx';
import { withAbsoluteLinks } from '../../ui/portable-markdown.ts';
import { shorten } from './shorten.ts';

/** A weekly digest: its beginning at first, if it is long. */
export function DigestView({
  digest,
  onPlace,
}: {
  digest: Digest;
  onPlace: (place: EpisodePlace) => void;
}) {
  const { title, periodStart, periodEnd, episodes } = digest;
  const period = `${formatDay(periodStart)} – ${formatDay(periodEnd)}`;
  const short = shorten(digest.digest);
  const [isWhole, setIsWhole] = useState(false);
  const id = useId();
  const article = useRef<HTMLElement>(null);
  const isShown = isWhole || short === null;
  return (
    <article aria-labelledby="digest-title" ref={article}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Heading as="h3" size="6" id="digest-title">
            <span dir="auto">{title}</span>
          </Heading>
          <p className="mt-1 text-sm text-quiet tabular-nums">{period}</p>
        </div>
        <CopyButton
          text={`# ${title}\n\n${period}\n\n${withAbsoluteLinks(digest.digest, window.location.origin)}`}
          variant="soft"
        />
      </div>
      <div id={id}>
        <Markdown className="mt-6" text={isShown ? digest.digest : short} onPlace={onPlace} />
      </div>
      {short !== null && (
        <Button
          className="mt-4"
          variant="soft"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => {
            setIsWhole(!isWhole);
            if (isWhole) article.current?.scrollIntoView({ block: 'nearest' });
          }}
        >
          {isWhole ? 'Show Less' : 'Show All'}
        </Button>
      )}
      {isShown && episodes.length > 0 && (
        <section className="mt-8 border-t border-hairline pt-5" aria-labelledby="digest-episodes">
          <Heading as="h4" size="3" id="digest-episodes">
            Episodes in This Digest
          </Heading>
          <ul className="mt-3 flex flex-col gap-3">
            {episodes.map((episode) => (
              <li key={episode.id} className="flex items-start justify-between gap-4">
                <div className="min-w-0">
                  <p className="text-left font-medium" dir="auto">
                    {episode.title}
                  </p>
                  <p className="text-left text-sm text-quiet" dir="auto">
                    {episode.podcastTitle}
                    {episode.publishedAt && ` · ${formatDay(episode.publishedAt)}`}
                  </p>
                </div>
                {episode.isPlayable && (
                  <PlayButton episodeId={episode.id} className={buttonClass('soft')} />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
