import { buttonClass } from '../../ui/button.ts';

export const SEE_EPISODES = 'See Your Episodes';

/** Tells readers without subscriptions what to do first and what they get. */
export function FirstSteps({
  hasSubscriptions,
  onShowEpisodes,
}: {
  /** Whether the reader has subscribed to a first podcast. */
  hasSubscriptions: boolean;
  onShowEpisodes: () => void;
}) {
  return (
    <section
      aria-labelledby="first-steps"
      className="mt-6 flex min-h-24 flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-xl border border-(--accent-a5) bg-(--accent-a2) px-5 py-4"
    >
      <div aria-live="polite" className="max-w-2xl flex-[1_1_18rem]">
        <h2 id="first-steps" className="text-lg">
          {hasSubscriptions ? "You're subscribed" : 'Start with a podcast you like'}
        </h2>
        <p className="mt-1 text-sm text-quiet">
          {hasSubscriptions
            ? "New episodes arrive automatically. Subscribe to a few more, or see what's there."
            : 'Subscribe to one below. Then you can read its new episodes, chat about them and quiz yourself.'}
        </p>
      </div>
      {hasSubscriptions ? (
        <button type="button" className={buttonClass('solid')} onClick={onShowEpisodes}>
          {SEE_EPISODES}
        </button>
      ) : null}
    </section>
  );
}
