import { type ComponentType, lazy, Suspense } from 'react';
import type { EpisodePlace } from './citations.ts';

const MarkdownText = lazy(
  (): Promise<{ default: ComponentType<MarkdownProps> }> =>
    import('./MarkdownText.tsx').then(
      (module) => ({ default: module.MarkdownText }),
      // Plain text is readable too.
      () => ({ default: PlainText }),
    ),
);

export interface MarkdownProps {
  text: string;
  /** Opens a transcript position. Without it, citations are plain text. */
  onCitation?: ((seconds: number, chip: HTMLElement) => void) | undefined;
  /** The episode that citations are of: they can be played, too. */
  episodeId?: string | undefined;
  /** Opens the position that a link names, in texts about several episodes. */
  onPlace?: ((place: EpisodePlace) => void) | undefined;
  className?: string;
}

/** Renders Markdown. Shows the plain text until the renderer has loaded. */
export function Markdown({ className = '', ...props }: MarkdownProps) {
  return (
    <div dir="auto" className={`reading ${className}`}>
      <Suspense fallback={<PlainText text={props.text} />}>
        <MarkdownText {...props} />
      </Suspense>
    </div>
  );
}

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}
