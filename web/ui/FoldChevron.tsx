import { ChevronRight } from 'lucide-react';
import './fold-chevron.css';

/** Points right beside a folded row, and down while it is open, as the browser's own markers do. */
export function FoldChevron({ size = 18 }: { size?: number }) {
  return <ChevronRight size={size} aria-hidden className="fold-chevron" />;
}
