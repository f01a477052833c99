import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import './native-select.css';

/** A browser's own list, for long ones: Radix's renders each option before it opens. */
export function NativeSelect({ className = '', ...props }: ComponentProps<'select'>) {
  return (
    <div className={`native-select ${className}`}>
      <select {...props} />
      <ChevronDown size={18} aria-hidden />
    </div>
  );
}
