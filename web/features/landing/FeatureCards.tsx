import type { ReactNode } from 'react';
import type { Category } from '../../../schema/limits.ts';
import { CategoryBadge } from '../../ui/CategoryBadge.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { categoryHue } from '../../ui/category-hue.ts';

/** The product's features, each illustrated by a fragment of the real interface. */
export function FeatureCards() {
  return (
    <section aria-labelledby="features" className="container-page py-16 md:py-24">
      <h2 id="features" className="text-3xl md:text-4xl">
        What you get
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-5 md:grid-cols-2">
        <Feature
          title="Subscribe & Stay Updated"
          text="The latest episodes of the podcasts you trust are fetched every week, so nothing piles up."
        >
          <div className="grid grid-cols-1 gap-3">
            <Subscription podcast="The Margin" episode="Profit is not cash" category="Finance" />
            <Subscription
              podcast="Fine Print"
              episode="Offers made by word of mouth"
              category="Law"
            />
            <Subscription
              podcast="Ward Round"
              episode="What a night shift costs"
              category="Health"
            />
          </div>
        </Feature>
        <Feature
          title="AI-Powered Conversations"
          text="Ask an episode anything. Each answer links to the moments in the transcript that support it."
        >
          <p className="live-question">Is a verbal offer binding?</p>
          <p className="mt-3 font-serif text-ink">
            Often it is, once both sides act on it. <span className="citation">18:04</span>
          </p>
          <p className="feature-line">
            <span className="live-clock">18:04</span>A yes on the phone counts from the moment both
            of you behave as if it did.
          </p>
        </Feature>
        <Feature
          title="Personalized Highlights"
          text="Add your industry, role and goals to get insights chosen for you."
        >
          <dl className="feature-facts">
            <dt>Industry</dt>
            <dd>Health care</dd>
            <dt>Role</dt>
            <dd>Head of people</dd>
            <dt>Goals</dt>
            <dd>Keep night-shift nurses</dd>
          </dl>
          <p className="mt-4 border-t border-hairline pt-4 font-serif text-ink">
            Publish the rota four weeks ahead, and let nights be swapped freely.{' '}
            <span className="citation">9:27</span>
          </p>
        </Feature>
        <Feature
          title="Implement & Engage"
          text="Save insights with your own notes, then take a short quiz to see what stuck."
        >
          <p className="feature-note">Try this with the two largest clients first.</p>
          <p className="mt-4 font-serif text-ink">What got invoices paid sooner?</p>
          <ul className="feature-options">
            <li>A longer payment term</li>
            <li className="is-chosen">Invoicing on the day of delivery</li>
            <li>Raising prices by a tenth</li>
          </ul>
        </Feature>
      </ul>
    </section>
  );
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    // In the rows of the grid around it, so that the headings of two cards are level.
    <li className="panel row-span-3 grid grid-rows-subgrid gap-y-0 p-5 md:p-8">
      <div aria-hidden="true" className="feature-fragment">
        {children}
      </div>
      <h3 className="mt-6 text-xl">{title}</h3>
      <p className="mt-1.5 text-quiet">{text}</p>
    </li>
  );
}

function Subscription({
  podcast,
  episode,
  category,
}: {
  podcast: string;
  episode: string;
  category: Category;
}) {
  return (
    <div className="flex items-center gap-3">
      <Cover title={podcast} hue={categoryHue(category)} className="w-12 shrink-0 rounded-lg!" />
      <div className="min-w-0 grow">
        <p className="truncate font-serif text-ink">{episode}</p>
        <p className="truncate text-sm text-quiet">{podcast}</p>
      </div>
      <div className="hidden sm:block md:hidden lg:block">
        <CategoryBadge category={category} />
      </div>
    </div>
  );
}
