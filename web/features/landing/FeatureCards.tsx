import type { ReactNode } from 'react';
import { CategoryBadge } from '../../ui/CategoryBadge.tsx';
import { Cover } from '../../ui/Cover.tsx';

/** What the product does, each shown by a piece of the product itself. */
export function FeatureCards() {
  return (
    <section aria-labelledby="features" className="container-page py-16 md:py-24">
      <h2 id="features" className="text-3xl md:text-4xl">
        What you get
      </h2>
      <ul className="mt-8 grid gap-5 md:grid-cols-2">
        <Feature
          title="Subscribe & Stay Updated"
          text="Follow the shows you trust. Their latest episodes are fetched every week, so nothing piles up."
        >
          <div className="grid grid-cols-[5rem_1fr] items-center gap-x-4 gap-y-3">
            <Cover title="The Margin" hue="green" />
            <div>
              <p className="font-serif text-ink">Profit is not cash</p>
              <p className="mb-2 text-sm text-quiet tabular-nums">Published: Nov 16, 2026</p>
              <CategoryBadge category="Finance" />
            </div>
          </div>
        </Feature>
        <Feature
          title="AI-Powered Conversations"
          text="Ask an episode anything. Each answer shows the places in the transcript it rests on."
        >
          <p className="live-question">Is a verbal offer binding?</p>
          <p className="mt-3 font-serif text-ink">
            Often it is, once both sides act on it. <span className="citation">18:04</span>
          </p>
        </Feature>
        <Feature
          title="Personalized Highlights"
          text="Tell it your industry, your role and your goals, and the insights are picked for them."
        >
          <dl className="feature-facts">
            <dt>Industry</dt>
            <dd>Health care</dd>
            <dt>Role</dt>
            <dd>Head of people</dd>
            <dt>Goals</dt>
            <dd>Keep night-shift nurses</dd>
          </dl>
        </Feature>
        <Feature
          title="Implement & Engage"
          text="Keep insights with notes of your own, then let a short quiz show what has stayed."
        >
          <ul className="feature-options">
            <li>Ask for a longer payment term</li>
            <li className="is-chosen">Invoice on delivery, not at month end</li>
            <li>Raise prices by a tenth</li>
          </ul>
        </Feature>
      </ul>
    </section>
  );
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col panel p-6 md:p-8">
      <div aria-hidden="true" className="feature-fragment">
        {children}
      </div>
      <h3 className="mt-6 text-xl">{title}</h3>
      <p className="mt-1.5 text-quiet">{text}</p>
    </li>
  );
}
