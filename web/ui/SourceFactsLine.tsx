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
  const facts = [
    author && <bdi key="author">{author}</bdi>,
    address && (
      <a
        key="address"
        className="text-accent hover:underline"
        href={address}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        <bdi>{new URL(address).host}</bdi>
      </a>
    ),
    publishedAt && <span key="date">{formatDate(publishedAt)}</span>,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <p className={`truncate text-left text-sm text-quiet ${className}`}>
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}
