type ButtonLook = 'solid' | 'soft' | 'muted' | 'outline' | 'ghost';

/** Class names of a link or button in our look, for where Radix's components are not loaded. */
export function buttonClass(look: ButtonLook, size: 'normal' | 'large' | 'icon' = 'normal') {
  const sized = size === 'normal' ? '' : ` button-${size}`;
  return `button button-${look}${sized}`;
}
