import { Fragment } from 'react';
import { formatDate } from './dates.ts';

/** Who wrote a source, where it was found, and when it was published. */
export function SourceFactsLine({
  source: { author, address, publishedAt },
  className = '',
}: {
  source: { author: string | null; address: string | null; publishedAt: string | null };
  className?: string;
}) {
  const facts = Object.entries({
    author: author && <bdi className="truncate">{author}</bdi>,
    address: address && (
      <a
        className="truncate text-accent hover:underline"
        href={address}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        <bdi>{new URL(address).host}</bdi>
      </a>
    ),
    date: publishedAt && formatDate(publishedAt),
  }).filter(([, fact]) => fact);
  if (facts.length === 0) return null;
  return (
    <p className={`flex flex-wrap gap-x-1 text-sm whitespace-nowrap text-quiet ${className}`}>
      {facts.map(([name, fact], index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}
