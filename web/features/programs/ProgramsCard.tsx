import type { ReactNode } from 'react';

/** The link to the API's reference, among the tools. */
export function ProgramsCard({ link }: { link: ReactNode }) {
  return (
    <section
      aria-labelledby="programs-card"
      className="panel flex flex-wrap items-center gap-x-6 gap-y-4 p-5 md:p-8"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="programs-card" className="text-xl">
          Assistants and API
        </h2>
        <p className="mt-1 text-sm text-quiet">
          Connect your own assistant or program to your podcasts and library.
        </p>
      </div>
      {link}
    </section>
  );
}
