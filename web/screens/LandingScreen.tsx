import { Link } from '@tanstack/react-router';
import { FeatureCards } from '../features/landing/FeatureCards.tsx';
import { LiveChat } from '../features/landing/LiveChat.tsx';
import { Steps } from '../features/landing/Steps.tsx';
import '../features/landing/landing.css';
import { useUser, wasLoggedIn } from '../features/session/user.ts';
import { buttonClass } from '../ui/button.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { Ripples } from '../ui/Ripples.tsx';

export function LandingScreen() {
  usePageTitle(null);
  return (
    <>
      <div className="relative isolate overflow-hidden">
        <Ripples
          hasDrop={false}
          x={50}
          // Beside the headline, never behind it.
          className="pointer-events-none absolute top-[-14rem] left-[calc(50%-8rem)] -z-1 size-[66rem] overflow-visible text-(--accent-6) mask-[linear-gradient(to_right,transparent,black_55%)] dark:text-(--accent-4)"
        />
        <div className="container-page grid items-center gap-12 py-14 md:py-20 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
          <div>
            <h1 className="text-[min(2.5rem,12.5vw)] leading-[1.08] tracking-[-0.02em] md:text-6xl">
              Brain overload? Let information drip, instead of flood.
            </h1>
            <p className="mt-6 max-w-md text-lg text-balance text-quiet">
              Chat with AI about podcasts in your field. Ask about what matters to you, and see
              where in the episode it was said.
            </p>
            <div className="mt-9 flex flex-wrap items-center gap-3">
              <CallToAction />
              <Link to="/podcasts" className={buttonClass('ghost', 'large')}>
                See the Podcasts
              </Link>
            </div>
          </div>
          <LiveChat />
        </div>
      </div>
      <div className="border-y border-hairline">
        <Steps />
      </div>
      <FeatureCards />
      <div className="container-page grid gap-12 pt-8 pb-20 md:grid-cols-2 md:pb-28">
        <section aria-labelledby="what">
          <h2 id="what" className="text-3xl">
            What is Dripcast?
          </h2>
          <p className="reading mt-4">
            A companion for podcasts on marketing, HR, finance, law and health. Every week it
            fetches the latest episodes of your podcasts. Chat with an AI about any of them for
            summaries, key takeaways and insights tailored to your industry, role and goals.
          </p>
        </section>
        <section aria-labelledby="goal">
          <h2 id="goal" className="text-3xl">
            What's the Goal
          </h2>
          <p className="reading mt-4">
            To help you absorb good content in small amounts, at your own pace, and put it to use.
            Podcasts are just the start: screenshots, article or book snippets and saved bookmarks
            are planned as future sources.
          </p>
        </section>
      </div>
    </>
  );
}

function CallToAction() {
  const { user } = useUser();
  const look = buttonClass('solid', 'large');
  // Also while the session loads, or if loading it failed.
  if (user || (user === undefined && wasLoggedIn())) {
    return (
      <Link to="/profile" className={look}>
        View Your Profile
      </Link>
    );
  }
  return (
    <Link to="/register" className={`${look} for-strangers`}>
      Sign me up
    </Link>
  );
}
