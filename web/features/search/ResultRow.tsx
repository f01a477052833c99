import { CommandItem } from 'cmdk';
import { Fragment } from 'react';
import { formatClock, formatParagraph } from '../../../schema/wire/clock.ts';
import type { SearchResult } from '../../../schema/wire/search.ts';
import { formatDate, formatDay } from '../../ui/dates.ts';
import { PlayMark } from '../../ui/PlayButton.tsx';
import { piecesOf } from './marks.ts';

/** A search result: the sentence first, then its source, and a mark that plays it. */
export function ResultRow({
  result,
  onOpen,
  onHear,
}: {
  result: SearchResult;
  onOpen: () => void;
  onHear: () => void;
}) {
  const { id, kind, podcastTitle, episodeTitle, publishedAt, speaker, seconds, paragraph } = result;
  const isEpisode = kind === 'episode';
  const isTitle = isEpisode && result.snippet === episodeTitle;
  return (
    <CommandItem value={id} className="search-row" onSelect={onOpen}>
      {isEpisode && !isTitle && episodeTitle !== null && (
        <span className="search-row-title" dir="auto">
          {episodeTitle}
        </span>
      )}
      <span className={isTitle ? 'search-row-title' : 'search-snippet'} dir="auto">
        <Snippet result={result} />
      </span>
      <span className="search-meta">
        {(seconds !== null || paragraph !== undefined) && (
          <span className="citation">
            <span className="sr-only">at </span>
            {paragraph === undefined ? formatClock(seconds ?? 0) : formatParagraph(paragraph)}
          </span>
        )}
        {speaker !== null && <bdi className="font-medium text-ink">{speaker}</bdi>}
        {podcastTitle !== null && <bdi>{podcastTitle}</bdi>}
        {kind === 'chat' && episodeTitle === null && <span>All my podcasts</span>}
        {!isEpisode && episodeTitle !== null && <bdi>{episodeTitle}</bdi>}
        {episodeTitle !== null && (kind !== 'source' || publishedAt !== null) && (
          <span className="shrink-0">
            {kind === 'source' ? formatDate(publishedAt) : formatDay(publishedAt)}
          </span>
        )}
      </span>
      {result.isPlayable && (
        // An option has no buttons of its own: the keys' way is Shift Enter.
        <span
          className="search-play"
          title="Play"
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onHear();
          }}
        >
          <PlayMark isPlaying={false} />
        </span>
      )}
    </CommandItem>
  );
}

/** Rendered as plain text, with the matches marked. */
function Snippet({ result: { snippet, marks } }: { result: SearchResult }) {
  return piecesOf(snippet, marks).map(({ text, isMarked }, index) =>
    isMarked ? (
      <mark key={index} className="found-words">
        {text}
      </mark>
    ) : (
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}
