import { useAppearance } from './appearance.ts';
import { buttonClass } from './button.ts';
import { Icon } from './icons.tsx';

export function ThemeSwitch() {
  const { appearance, choose } = useAppearance();
  const other = appearance === 'dark' ? 'light' : 'dark';
  const label = `Switch to ${other} theme`;
  return (
    <button
      type="button"
      className={`theme-switch ${buttonClass('ghost', 'icon')}`}
      aria-label={label}
      title={label}
      onClick={() => choose(other)}
    >
      <Icon name="sun" />
      <Icon name="moon" />
    </button>
  );
}
