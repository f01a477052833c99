import { useMemo } from 'react';
import { prepareInsight } from './insight-html.ts';

/** A saved insight's text. */
export function InsightHtml({
  html,
  onCitation,
}: {
  html: string;
  onCitation: (seconds: number, citation: HTMLElement) => void;
}) {
  const content = useMemo(() => ({ __html: prepareInsight(html) }), [html]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the clicks of the buttons inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button makes a click of its keys by itself
    <div
      dir="auto"
      className="reading"
      onClick={(event) => {
        const target = event.target instanceof Element ? event.target : null;
        const citation = target?.closest<HTMLElement>('button[data-seconds]');
        if (citation) onCitation(Number(citation.dataset.seconds), citation);
      }}
      // Safe: the server has sanitised it on saving (rehype-sanitize) to a list of plain formatting,
      // and this page adds nothing but buttons of digits.
      dangerouslySetInnerHTML={content}
    />
  );
}
