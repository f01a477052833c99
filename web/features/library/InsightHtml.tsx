import { type MouseEvent, useMemo } from 'react';
import { useLinkQuestion } from '../../ui/LinkQuestion.tsx';
import { play } from '../../ui/playback.ts';
import { directionOf } from '../../ui/text-direction.ts';
import { prepareInsight } from './insight-html.ts';

/** The text of a saved insight. */
export function InsightHtml({
  html,
  episodeId,
  isPlayable,
  onCitation,
}: {
  html: string;
  episodeId: string;
  isPlayable: boolean;
  onCitation: (seconds: number, citation: HTMLElement) => void;
}) {
  const content = useMemo(() => ({ __html: prepareInsight(html, isPlayable) }), [html, isPlayable]);
  const { ask, question } = useLinkQuestion();
  const onLinkClick = (event: MouseEvent) => {
    const link = closest<HTMLAnchorElement>(event, 'a[href]');
    if (link) ask(event, link);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the clicks of the buttons and links inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: they make a click of their keys by themselves */}
      <div
        dir={directionOf(html)}
        className="reading"
        onClick={(event) => {
          const citation = closest<HTMLElement>(event, 'button[data-seconds]');
          const heard = closest<HTMLElement>(event, 'button[data-play]');
          if (citation) onCitation(Number(citation.dataset.seconds), citation);
          else if (heard) play({ episodeId, seconds: Number(heard.dataset.play) });
          else onLinkClick(event);
        }}
        onAuxClick={onLinkClick}
        // Safe: the server sanitised it to plain formatting when it was saved. This page only adds
        // buttons made of digits, and link hosts as text.
        dangerouslySetInnerHTML={content}
      />
      {question}
    </>
  );
}

function closest<E extends Element>(event: MouseEvent, selector: string): E | null {
  return event.target instanceof Element ? event.target.closest<E>(selector) : null;
}
