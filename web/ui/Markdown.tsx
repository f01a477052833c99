import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { EpisodePlace } from './citations.ts';
import { loadModule } from './load-module.ts';
import { directionOf } from './text-direction.ts';

/** Null until it has loaded. A lazy component would hide a first text for a moment even then. */
let renderer: ComponentType<MarkdownProps> | null = null;

/** Loads the renderer, for who knows that there will be a text. */
export async function loadRenderer(): Promise<{ default: ComponentType<MarkdownProps> }> {
  try {
    renderer ??= (await loadModule(() => import('./MarkdownText.tsx'))).MarkdownText;
    return { default: renderer };
  } catch {
    // Without it, plain text is readable too. The next text tries again.
    return { default: PlainText };
  }
}

export interface MarkdownProps {
  text: string;
  /** Opens a transcript position. Without it, citations are plain text. */
  onCitation?: ((seconds: number, chip: HTMLElement) => void) | undefined;
  /** The episode that citations are of: they can be played, too. */
  episodeId?: string | undefined;
  /** Opens the position that a link names, in texts about several episodes. */
  onPlace?: ((place: EpisodePlace, chip: HTMLElement) => void) | undefined;
  className?: string;
}

/** Renders Markdown. Until the renderer has loaded, the text only takes its room. */
export function Markdown({ className = '', ...props }: MarkdownProps) {
  const [Text] = useState(() => renderer ?? lazy(loadRenderer));
  return (
    <div dir={directionOf(props.text)} className={`reading ${className}`}>
      <Suspense
        fallback={
          <div className="invisible">
            <PlainText text={props.text} />
          </div>
        }
      >
        <Text {...props} />
      </Suspense>
    </div>
  );
}

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}
