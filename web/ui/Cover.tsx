import { useState } from 'react';
import type { Hue } from './category-hue.ts';
import { Ripples } from './Ripples.tsx';

/** A title always gets the same position. FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * A square cover. The placeholder lies below the image, which covers it once loaded. Decorative: the
 * title is next to it as text.
 */
export function Cover({
  title,
  imageUrl,
  hue = 'teal',
  isEager = false,
  className = '',
  onFailed,
}: {
  title: string;
  imageUrl?: string | null;
  hue?: Hue;
  /** For covers in the first screenful. */
  isEager?: boolean;
  className?: string;
  onFailed?: () => void;
}) {
  const [state, setState] = useState<{ url: string; is: 'shown' | 'failed' } | null>(null);
  const seen = state !== null && state.url === imageUrl ? state.is : null;
  const hash = hashOf(title);
  return (
    <div
      aria-hidden="true"
      data-accent-color={hue}
      className={`@container relative aspect-square overflow-hidden rounded-xl bg-(--accent-3) ${className}`}
    >
      <Ripples
        x={20 + (hash % 61)}
        y={16 + ((hash >>> 8) % 36)}
        className="absolute inset-0 size-full text-(--accent-8) dark:text-(--accent-7)"
      />
      <span
        dir="auto"
        className="absolute inset-x-[8cqw] @max-[5rem]:hidden bottom-[5cqw] line-clamp-3 pb-[0.2em] font-serif text-[clamp(0.5rem,9.5cqw,1.75rem)]/[1.15] font-medium text-(--accent-12)"
      >
        {title}
      </span>
      {imageUrl && seen !== 'failed' ? (
        <img
          src={imageUrl}
          alt=""
          width={600}
          height={600}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setState({ url: imageUrl, is: 'shown' })}
          onError={() => {
            setState({ url: imageUrl, is: 'failed' });
            onFailed?.();
          }}
          className={`absolute inset-0 size-full object-cover transition-opacity duration-200 ${
            seen === 'shown' ? 'opacity-100' : 'opacity-0'
          }`}
        />
      ) : null}
    </div>
  );
}
