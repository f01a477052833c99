import { useNavigate } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icons.tsx';

/** Opens the search. If its code hasn't loaded, the address records that it is open. */
export function SearchButton() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      aria-label="Search"
      title="Search (Ctrl/⌘ K)"
      className={buttonClass('ghost', 'icon')}
      onClick={() =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, find: '' }),
          state: { isFind: true },
          resetScroll: false,
        })
      }
    >
      <Icon name="search" />
    </button>
  );
}
