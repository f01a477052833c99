import { Button } from '@radix-ui/themes';
import { ExternalLink, Play } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { formatClock } from '../../../schema/wire/clock.ts';
import type { TranscriptReply } from '../../../schema/wire/episodes.ts';
import { ListenBar } from './ListenBar.tsx';
import { TranscriptParagraph, youtubeAt } from './TranscriptParagraph.tsx';
import { TranscriptSearch } from './TranscriptSearch.tsx';
import {
  layOutTranscript,
  lineAt,
  type Match,
  type Paragraph,
  searchTranscript,
  sentenceEnd,
} from './transcript-layout.ts';
import { usePlaceStop } from './use-place-stop.ts';

/** A transcript position that an answer cites. A new object scrolls there again. */
export interface Citation {
  seconds: number;
  /** Also starts playback. */
  isHeard?: boolean;
}

const NO_MATCHES: readonly Match[] = [];

/** The whole transcript, searchable, with the cited lines highlighted and an audio player. */
export function TranscriptPanel({
  transcript,
  citation,
}: {
  transcript: TranscriptReply;
  citation: Citation | null;
}) {
  const { lines, audioUrl, youtubeVideoId } = transcript;
  const scrollRef = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);
  const [heard, setHeard] = useState<{ seconds: number } | null>(null);

  const paragraphs = useMemo(() => layOutTranscript(lines), [lines]);
  const searched = useDeferredValue(query);
  const matches = useMemo(() => searchTranscript(paragraphs, searched), [paragraphs, searched]);
  const matchesByParagraph = useMemo(
    () => Map.groupBy(matches, ({ paragraph }) => paragraph),
    [matches],
  );
  const currentMatch = matches[current] ?? null;
  const cited = citation === null ? -1 : lineAt(lines, citation.seconds);
  const citedEnd = cited === -1 ? -1 : sentenceEnd(lines, cited);
  const isCited = ({ lines: said }: Paragraph) =>
    cited >= 0 && said.some(({ index }) => index >= cited && index <= citedEnd);
  const hear = useMemo(
    () => (audioUrl === null ? null : (seconds: number) => setHeard({ seconds })),
    [audioUrl],
  );

  const canGoThere = audioUrl !== null || youtubeVideoId !== null;
  const isPlace = ({ start }: Paragraph) => canGoThere && start !== null;
  const firstPlace = paragraphs.findIndex(isPlace);
  const citedPlace = paragraphs.findIndex((one) => isPlace(one) && isCited(one));
  const { stop, ...places } = usePlaceStop(citedPlace === -1 ? firstPlace : citedPlace);

  // A new citation clears the search, since it is the reader's latest request.
  useEffect(() => {
    if (citation === null) return;
    scrollTo(scrollRef.current, '[data-cited]');
    if (citation.isHeard) setHeard({ seconds: citation.seconds });
  }, [citation]);
  useEffect(() => {
    if (currentMatch !== null) scrollTo(scrollRef.current, '[data-current]');
  }, [currentMatch]);

  return (
    <>
      <div className="transcript-bar">
        <TranscriptSearch
          query={query}
          onQuery={(text) => {
            setQuery(text);
            setCurrent(0);
          }}
          matchCount={matches.length}
          current={current}
          onCurrent={setCurrent}
        />
        {citation !== null && cited >= 0 && (
          <div className="transcript-cited" role="status">
            <span>
              At <span className="tabular-nums">{formatClock(citation.seconds)}</span>
            </span>
            {hear !== null && (
              <Button size="1" variant="soft" color="amber" onClick={() => hear(citation.seconds)}>
                <Play size={16} aria-hidden /> Listen here
              </Button>
            )}
            {youtubeVideoId !== null && (
              <Button size="1" variant="soft" color="amber" asChild>
                <a
                  href={youtubeAt(youtubeVideoId, citation.seconds)}
                  target="_blank"
                  rel="noreferrer"
                >
                  <ExternalLink size={16} aria-hidden /> Watch on YouTube
                </a>
              </Button>
            )}
          </div>
        )}
      </div>
      <section
        {...places}
        className="transcript-scroll"
        ref={scrollRef}
        aria-label="Transcript"
        // If nothing inside can take the focus, the panel itself does, so that it can be scrolled by
        // keyboard.
        tabIndex={firstPlace === -1 ? 0 : undefined}
      >
        {paragraphs.map((paragraph, index) => {
          const found = matchesByParagraph.get(index) ?? NO_MATCHES;
          const isHighlighted = isCited(paragraph);
          return (
            <TranscriptParagraph
              key={paragraph.lines[0]?.index}
              paragraph={paragraph}
              place={index}
              isTabStop={index === stop}
              citedFrom={isHighlighted ? cited : null}
              citedTo={isHighlighted ? citedEnd : null}
              matches={found}
              currentMatch={currentMatch?.paragraph === index ? currentMatch : null}
              onHear={hear}
              youtubeVideoId={youtubeVideoId}
            />
          );
        })}
      </section>
      {audioUrl !== null && <ListenBar audioUrl={audioUrl} from={heard} />}
    </>
  );
}

/** Scrolls only the panel. `scrollIntoView` would also scroll its ancestors. */
function scrollTo(scroller: HTMLElement | null, selector: string, tries = 3): void {
  const target = scroller?.querySelector(selector);
  if (!scroller || !target) return;
  const above = target.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  scroller.scrollTop += above - scroller.clientHeight / 3;
  // Paragraphs outside the viewport have estimated heights. After their layout the target may have
  // moved.
  if (tries > 0) requestAnimationFrame(() => scrollTo(scroller, selector, tries - 1));
}
