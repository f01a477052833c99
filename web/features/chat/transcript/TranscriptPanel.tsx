import { Button } from '@radix-ui/themes';
import { ArrowDown } from 'lucide-react';
import {
  type CSSProperties,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TranscriptLine, TranscriptReply } from '../../../../schema/wire/episodes.ts';
import { canPlay } from '../../../../schema/wire/media.ts';
import { play, type SaidPlace } from '../../../ui/playback.ts';
import { blocksOf } from './paragraph-blocks.ts';
import { quotedEnd } from './quotation.ts';
import { sentencesOf } from './said-sentence.ts';
import { TranscriptParagraph } from './TranscriptParagraph.tsx';
import { TranscriptPlace } from './TranscriptPlace.tsx';
import { TranscriptSearch } from './TranscriptSearch.tsx';
import {
  isSource,
  layOutTranscript,
  lineAt,
  type Match,
  type Paragraph,
  searchTranscript,
  sentenceEnd,
} from './transcript-layout.ts';
import { useFollowing } from './use-following.ts';
import { usePlaceStop } from './use-place-stop.ts';
import { useSelectedPlace } from './use-selected-place.ts';

/** A transcript position that an answer cites. A new object scrolls there again. */
export interface Citation {
  seconds: number;
  /** The text that is cited, if it is known. */
  quotation?: string | undefined;
}

const NO_MATCHES: readonly Match[] = [];

/** The whole transcript, searchable, with the cited lines highlighted. It follows the audio. */
export function TranscriptPanel({
  episodeId,
  transcript,
  citation,
}: {
  episodeId: string;
  transcript: TranscriptReply;
  citation: Citation | null;
}) {
  const { lines, youtubeVideoId } = transcript;
  const isPlayable = canPlay(transcript);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);

  const isText = isSource(lines);
  const name = isText ? 'Text' : 'Transcript';
  const paragraphs = useMemo(() => layOutTranscript(lines), [lines]);
  const blocks = useMemo(() => blocksOf(paragraphs), [paragraphs]);
  const searched = useDeferredValue(query);
  const matches = useMemo(() => searchTranscript(paragraphs, searched), [paragraphs, searched]);
  const matchesByParagraph = useMemo(
    () => Map.groupBy(matches, ({ paragraph }) => paragraph),
    [matches],
  );
  const currentMatch = matches[current] ?? null;
  const cited = citation === null ? -1 : lineAt(lines, citation.seconds);
  const quotation = citation?.quotation ?? '';
  const citedEnd = useMemo(
    () =>
      cited === -1 ? -1 : Math.max(sentenceEnd(lines, cited), quotedEnd(lines, cited, quotation)),
    [lines, cited, quotation],
  );
  const isCited = ({ lines: said }: Paragraph) =>
    cited >= 0 && said.some(({ index }) => index >= cited && index <= citedEnd);
  const following = useFollowing(scrollRef, { episodeId, paragraphs, lines, cited: citation });
  const { follow } = following;
  const hear = useMemo(
    () =>
      isPlayable
        ? (seconds: number) => {
            follow(true);
            play({ episodeId, seconds });
          }
        : null,
    [isPlayable, episodeId, follow],
  );
  const hearSentence = useCallback(
    (paragraph: Paragraph, offset: number) => {
      const sentences = sentencesOf(paragraph, lines);
      const said = sentences.findLast(({ from }) => from <= offset);
      if (said) hear?.(said.start);
    },
    [hear, lines],
  );
  const selected = useSelectedPlace(scrollRef, paragraphs, lines);
  /** What can be saved and shared: the selected sentences, else the cited ones. */
  const said: SaidPlace | null = useMemo(() => {
    const place = selected ?? placeOfLines(cited === -1 ? [] : lines.slice(cited, citedEnd + 1));
    return place && { episodeId, episodeTitle: transcript.title, ...place };
  }, [selected, cited, citedEnd, lines, episodeId, transcript.title]);

  const isPlaceShown = (citation !== null && cited >= 0) || selected !== null;
  const isPlace = ({ start }: Paragraph) => hear !== null && start !== null;
  const firstPlace = paragraphs.findIndex(isPlace);
  const citedPlace = paragraphs.findIndex((one) => isPlace(one) && isCited(one));
  const { stop, ...places } = usePlaceStop(citedPlace === -1 ? firstPlace : citedPlace);

  // The latest request wins: a citation that was opened, or a match that was stepped to.
  useEffect(() => {
    if (citation !== null) scrollTo(scrollRef.current, '[data-cited]');
  }, [citation]);
  useEffect(() => {
    if (currentMatch === null) return;
    follow(false);
    scrollTo(scrollRef.current, '[data-current]');
  }, [currentMatch, follow]);

  return (
    <>
      <div className="transcript-bar">
        <TranscriptSearch
          name={name}
          query={query}
          onQuery={(text) => {
            setQuery(text);
            setCurrent(0);
          }}
          matchCount={matches.length}
          current={current}
          onCurrent={setCurrent}
        />
        {/* Exists before it has content, so that screen readers announce the content. */}
        <div role="status">
          {isPlaceShown && (
            <TranscriptPlace
              seconds={selected?.start ?? citation?.seconds ?? 0}
              isText={isText}
              isSelected={selected !== null}
              said={said}
              onHear={hear}
              youtubeVideoId={youtubeVideoId}
            />
          )}
        </div>
      </div>
      <section
        {...places}
        className="transcript-scroll"
        ref={scrollRef}
        aria-label={name}
        // If nothing inside can take the focus, the panel itself does, so that it can be scrolled by
        // keyboard.
        tabIndex={firstPlace === -1 ? 0 : undefined}
      >
        {blocks.map(({ first, paragraphs: inBlock }) => (
          <div
            key={first}
            className="transcript-block"
            style={{ '--paragraphs': inBlock.length } as CSSProperties}
          >
            {inBlock.map((paragraph, i) => {
              const place = first + i;
              const isHighlighted = isCited(paragraph);
              return (
                <TranscriptParagraph
                  key={paragraph.lines[0]?.index}
                  paragraph={paragraph}
                  place={place}
                  isTabStop={place === stop}
                  citedFrom={isHighlighted ? cited : null}
                  citedTo={isHighlighted ? citedEnd : null}
                  matches={matchesByParagraph.get(place) ?? NO_MATCHES}
                  currentMatch={currentMatch?.paragraph === place ? currentMatch : null}
                  onHear={hear}
                  listeners={following.listeners}
                  onSentence={hear === null ? null : hearSentence}
                />
              );
            })}
          </div>
        ))}
      </section>
      {following.isHere && !following.isFollowing && (
        <div className="transcript-follow">
          <Button size="1" variant="surface" color="gray" radius="full" onClick={following.goBack}>
            <ArrowDown size={16} aria-hidden /> Follow Along
          </Button>
        </div>
      )}
    </>
  );
}

/** The text and times of lines; null if there are none or they have no times. */
function placeOfLines(lines: readonly TranscriptLine[]) {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || first.start === null) return null;
  const text = lines.map((line) => line.text).join(' ');
  // A line ends where the next one starts.
  const end = Math.max(first.start, (last.end ?? last.start ?? first.start) - 0.1);
  return { start: first.start, end, text, speaker: first.speaker };
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
