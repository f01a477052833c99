import { Ripples } from '../../ui/Ripples.tsx';

const STEPS = [
  ['Sign Up', 'All you need is a username and a password. No card, no newsletter.'],
  [
    'Subscribe to your favourite podcasts',
    'Marketing, HR, finance, law, health. New episodes arrive automatically every week.',
  ],
  ['Interact with podcast content', 'Read the insights, ask questions and save what matters.'],
] as const;

/** Three steps on a line, drawn by a drop that falls as the page scrolls. */
export function Steps() {
  // Clipped instead of hidden: `hidden` would make it a scroll container, and the drop would follow
  // that.
  return (
    <section aria-labelledby="steps" className="overflow-clip">
      <div className="container-page grid gap-x-8 gap-y-10 pt-16 pb-14 md:grid-cols-2 md:pt-24 md:pb-16">
        <h2 id="steps" className="max-w-sm text-3xl leading-tight md:text-4xl">
          Three steps, and the drip takes care of itself.
        </h2>
        <div className="steps">
          <ol>
            {STEPS.map(([title, text]) => (
              <li key={title}>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-1 max-w-md text-quiet">{text}</p>
              </li>
            ))}
          </ol>
          <Ripples hasDrop={false} isFlat rings={5} className="steps-water" />
        </div>
      </div>
    </section>
  );
}
