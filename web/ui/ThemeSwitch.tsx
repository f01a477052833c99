import { useAppearance } from './appearance.ts';
import { buttonClass } from './button.ts';
import { Icon } from './icons.tsx';

export function ThemeSwitch() {
  const { appearance, choose } = useAppearance();
  const other = appearance === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={buttonClass('ghost', 'icon')}
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
      onClick={() => choose(other)}
    >
      <Icon name={appearance === 'dark' ? 'sun' : 'moon'} />
    </button>
  );
}
