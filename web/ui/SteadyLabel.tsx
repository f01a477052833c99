import type { ReactNode } from 'react';
import './steady-label.css';

/**
 * The label of a button, as wide as the longest of those it may have, in any font: what is beside the button
 * stays when its label changes.
 */
export function SteadyLabel({
  icon,
  label,
  roomFor,
  ...attributes
}: {
  /** Of one size with each label. Given here, it stays beside a label that is shorter than its room. */
  icon?: ReactNode;
  label: string;
  roomFor: readonly string[];
  'aria-live'?: 'polite';
}) {
  const room = roomFor.join('\n');
  if (!icon) {
    return (
      <span className="steady-label" data-room={room} {...attributes}>
        {label}
      </span>
    );
  }
  return (
    <span className="steady-pair">
      <span>
        {icon}
        <span {...attributes}>{label}</span>
      </span>
      <span aria-hidden>
        {icon}
        <span className="steady-label" data-room={room} />
      </span>
    </span>
  );
}
