import { type ComponentType, lazy, Suspense } from 'react';
import type { EpisodePlace } from './citations.ts';

const MarkdownText = lazy(
  (): Promise<{ default: ComponentType<MarkdownProps> }> =>
    import('./MarkdownText.tsx').then(
      (module) => ({ default: module.MarkdownText }),
      // Plain text can be read, too.
      () => ({ default: PlainText }),
    ),
);

export interface MarkdownProps {
  text: string;
  /** Opens a place in the transcript; without it a citation is only shown. */
  onCitation?: ((seconds: number, chip: HTMLElement) => void) | undefined;
  /** Opens a place that a link names, in a text about several episodes. */
  onPlace?: ((place: EpisodePlace) => void) | undefined;
  className?: string;
}

/** Markdown for reading. Until its code is there, the plain text stands in its place. */
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
