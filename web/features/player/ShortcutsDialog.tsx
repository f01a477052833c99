import { Button, Dialog } from '@radix-ui/themes';
import { useReturnFocus } from '../../ui/kept-focus.ts';
import { BACK_SECONDS, FORWARD_SECONDS } from './engine.ts';
import { changeState, usePlayerState } from './player-state.ts';

const isMac = /Mac|iP/.test(navigator.platform);

/** All the app's keyboard shortcuts, by where they work. */
const GROUPS: [title: string, keys: [keys: string[], does: string][]][] = [
  [
    'Player',
    [
      [['Space', 'K'], 'play or pause'],
      [['J'], `back ${BACK_SECONDS} seconds`],
      [['L'], `forward ${FORWARD_SECONDS} seconds`],
      [['←', '→'], 'back or forward 5 seconds'],
      [['N'], 'save this moment'],
    ],
  ],
  [
    'Search',
    [
      [[isMac ? '⌘ K' : 'Ctrl K'], 'open or close'],
      [['↑', '↓'], 'choose'],
      [['Enter'], 'open'],
      [['Shift Enter'], 'open and play from there'],
    ],
  ],
  [
    'Transcript',
    [
      [['↑', '↓'], 'go from time to time'],
      [['Home', 'End'], 'go to the first or the last'],
      [['Enter'], 'play from there; in its search, the next match'],
      [['Shift Enter'], 'the previous match'],
    ],
  ],
  [
    'Anywhere',
    [
      [['?'], 'this list'],
      [['F8'], 'go to the notification'],
      [['Esc'], 'close what is open'],
    ],
  ],
];

export function ShortcutsDialog() {
  const isOpen = usePlayerState(({ shown }) => shown === 'shortcuts');
  return isOpen && <OpenShortcuts />;
}

function OpenShortcuts() {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={() => changeState({ shown: null })}>
      <Dialog.Content
        className="max-w-136"
        aria-describedby={undefined}
        // Its only control is at its end.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.target instanceof HTMLElement) event.target.focus();
        }}
        onCloseAutoFocus={returnFocus}
      >
        <Dialog.Title as="h2">Keyboard Shortcuts</Dialog.Title>
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {GROUPS.map(([title, keys]) => (
            <section key={title} aria-label={title}>
              <h3 className="font-sans text-sm font-medium text-quiet">{title}</h3>
              <dl className="shortcut-list">
                {keys.map(([names, does]) => (
                  <div key={does}>
                    <dt>
                      {names.map((name) => (
                        <kbd key={name}>{name}</kbd>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="mt-5 text-sm text-quiet">
          Shortcuts are off while you type and where a control uses the same key.
        </p>
        <div className="mt-5 flex justify-end">
          <Dialog.Close>
            <Button variant="soft" color="gray">
              Close
            </Button>
          </Dialog.Close>
        </div>
      </Dialog.Content>
    </Dialog.Root>
  );
}
