import { Fragment } from 'react';

/** An address or a path that breaks between its parts, and within a part only if it is too long for a line. */
export function PathText({ children, className }: { children: string; className: string }) {
  return (
    <span className={`wrap-anywhere font-mono text-sm ${className}`}>
      {children.split(/(?<=\/)(?!\/)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
