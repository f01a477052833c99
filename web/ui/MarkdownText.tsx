import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { readAssistantLink } from './assistant-links.ts';
import { CitationChip } from './CitationChip.tsx';
import { isPlaceLabel, placeOf, rehypeCitations } from './citations.ts';
import { useLinkQuestion } from './LinkQuestion.tsx';
import type { MarkdownProps } from './Markdown.tsx';
import { quotationBefore } from './quotation-before.ts';
import { rehypeDirections } from './rehype-directions.ts';

const REMARK_PLUGINS = [remarkGfm];
const REHYPE_PLUGINS = [rehypeSanitize, rehypeDirections, rehypeCitations];

/**
 * micromark is quadratic in the number of marks; a text of nothing but marks would freeze the page for
 * minutes.
 */
const MAX_MARKS = 3_000;
const MARKS = /[*_~`[\]<>|]/g;

/** Memoised: in a long conversation only the growing message is parsed again. */
export const MarkdownText = memo(function MarkdownText({
  text,
  onCitation,
  onPlace,
  episodeId,
}: Pick<MarkdownProps, 'text' | 'onCitation' | 'onPlace' | 'episodeId'>) {
  const { ask, question } = useLinkQuestion();
  // New components would be new elements, and a pressed citation would lose the focus.
  const open = useRef({ onCitation, onPlace });
  useLayoutEffect(() => {
    open.current = { onCitation, onPlace };
  }, [onCitation, onPlace]);
  const [opensCitations, opensPlaces] = [onCitation !== undefined, onPlace !== undefined];
  const components = useMemo<Components>(
    () => ({
      // Answers belong below the screen's own headings.
      h1: 'h3',
      h2: 'h3',
      h3: 'h4',
      h4: 'h5',
      button: ({ node, children }) => (
        <CitationChip
          seconds={Number(node?.properties.dataSeconds ?? 0)}
          label={String(children)}
          onOpen={
            opensCitations ? (seconds, chip) => open.current.onCitation?.(seconds, chip) : undefined
          }
          episodeId={episodeId}
        />
      ),
      a: ({ node, href, children }) => {
        const place = opensPlaces ? placeOf(href) : null;
        const [first] = node?.children ?? [];
        const text = first?.type === 'text' ? first.value : '';
        if (place) {
          const label = isPlaceLabel(text) ? { label: text } : {};
          return (
            <CitationChip
              {...place}
              {...label}
              onOpen={(_, chip) =>
                open.current.onPlace?.({ ...place, quotation: quotationBefore(chip) }, chip)
              }
            />
          );
        }
        const link = readAssistantLink(href, text);
        if (!link) return <>{children}</>;
        return (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-haspopup="dialog"
            onClick={(event) => ask(event, event.currentTarget)}
            onAuxClick={(event) => ask(event, event.currentTarget)}
          >
            {children}
            {!link.isPlain && <bdi className="link-host"> ({link.destination})</bdi>}
          </a>
        );
      },
      // Loading images from outside texts would tell their hosts who is reading.
      img: ({ alt }) => <>{alt}</>,
      pre: ({ children }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide code is scrolled by keyboard, too
        <pre tabIndex={0}>{children}</pre>
      ),
      table: ({ children, dir }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too
        <section className="table-scroll" dir={dir} tabIndex={0} aria-label="Table">
          <table>{children}</table>
        </section>
      ),
    }),
    [ask, opensCitations, opensPlaces, episodeId],
  );
  if ((text.match(MARKS)?.length ?? 0) > MAX_MARKS) {
    return <p className="whitespace-pre-wrap">{text}</p>;
  }
  return (
    <>
      <ReactMarkdown
        remarkPlugins={REMARK_PLUGINS}
        rehypePlugins={REHYPE_PLUGINS}
        components={components}
      >
        {text}
      </ReactMarkdown>
      {question}
    </>
  );
});
