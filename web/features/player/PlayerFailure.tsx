import { passFocusOn } from '../../ui/pass-focus-on.ts';
import { resume } from './engine.ts';
import { usePlayerState } from './player-state.ts';

/** Says why it doesn't play, and offers what can be done about it. */
export function PlayerFailure() {
  const failure = usePlayerState((state) => state.failure);
  const audioUrl = usePlayerState(({ episode }) => episode?.audioUrl ?? null);
  const isUnknown = usePlayerState(({ episode }) => episode === null);
  return (
    <div role="status">
      {failure !== null && (
        <p className="player-failure">
          <span>{failure}</span>
          {(audioUrl !== null || isUnknown) && (
            <button
              ref={passFocusOn}
              type="button"
              className="cursor-pointer font-medium underline"
              onClick={resume}
            >
              Try Again
            </button>
          )}
          {audioUrl !== null && (
            <a href={audioUrl} target="_blank" rel="noreferrer" className="underline">
              Open it in a new tab
            </a>
          )}
        </p>
      )}
    </div>
  );
}
