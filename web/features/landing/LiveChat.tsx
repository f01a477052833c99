import { type CSSProperties, type ReactNode, useState } from 'react';
import { Cover } from '../../ui/Cover.tsx';
import { Timeline } from './Timeline.tsx';

/** A sample conversation that types itself once when the page opens. */
const ANSWER: readonly (string | number)[] = [
  ...'Send the numbers the day before and keep the hour for deciding.'.split(' '),
  0,
  ...'One team that tried it finished in twenty minutes and lost nothing.'.split(' '),
  1,
];

const LINES = [
  {
    clock: '4:12',
    cited: 0,
    text: 'Nobody needs to hear numbers read aloud. Send them the day before.',
  },
  { clock: '7:50', cited: null, text: 'The first week felt strange, I admit.' },
  {
    clock: '11:38',
    cited: 1,
    text: 'We went from an hour to about twenty minutes, and nothing got lost.',
  },
] as const;

const CLOCKS = ['4:12', '11:38'];
/** The same two positions as fractions of the episode. */
const PLACES = [0.17, 0.47];

export function LiveChat() {
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <section aria-label="An example conversation" className="live-chat panel">
      <div className="flex items-center gap-3">
        <Cover title="The Long Table" hue="violet" className="w-11 shrink-0 rounded-lg!" />
        <div className="min-w-0">
          <p className="text-sm text-quiet">The Long Table · 24 min</p>
          <p className="truncate font-serif text-ink">Meetings that end on time</p>
        </div>
      </div>
      <div className="live-talk">
        <p className="live-question">What should we change about our Monday meeting?</p>
        <p className="live-answer">
          {ANSWER.map((part, index) =>
            typeof part === 'string' ? (
              <Word key={`${index}-${part}`} index={index}>
                {part}{' '}
              </Word>
            ) : (
              <Word key={part} index={index}>
                <button
                  type="button"
                  className="citation"
                  aria-pressed={opened === part}
                  aria-label={`Show the transcript at ${CLOCKS[part]}`}
                  onClick={() => setOpened(part)}
                >
                  {CLOCKS[part]}
                </button>{' '}
              </Word>
            ),
          )}
        </p>
      </div>
      <div className="live-transcript">
        <Timeline places={PLACES} />
        <ol aria-label="Transcript">
          {LINES.map(({ clock, cited, text }) => (
            <li
              key={clock}
              className={
                opened === null
                  ? cited === 1
                    ? 'is-lit-last'
                    : ''
                  : opened === cited
                    ? 'is-lit'
                    : ''
              }
            >
              <span className="live-clock">{clock}</span>
              {text}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Word({ index, children }: { index: number; children: ReactNode }) {
  return (
    <span className="live-word" style={{ '--index': index } as CSSProperties}>
      {children}
    </span>
  );
}
