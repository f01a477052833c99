type ButtonLook = 'solid' | 'soft' | 'muted' | 'outline' | 'ghost';

/** Returns the class names of a button-like link or button where Radix isn't loaded. */
export function buttonClass(look: ButtonLook, size: 'normal' | 'large' | 'icon' = 'normal') {
  const sized = size === 'normal' ? '' : ` button-${size}`;
  return `button button-${look}${sized}`;
}
