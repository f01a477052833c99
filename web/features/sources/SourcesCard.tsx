import type { ReactNode } from 'react';

/** The way to one's own sources, among the tools. `link` opens them. */
export function SourcesCard({ link }: { link: ReactNode }) {
  return (
    <section
      aria-labelledby="sources-card"
      className="panel flex flex-wrap items-center gap-x-6 gap-y-4 p-5 md:p-8"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="sources-card" className="text-xl">
          Your Sources
        </h2>
        <p className="mt-1 text-sm text-quiet">
          Bring your own articles, notes, PDFs and screenshots. Read them, ask about them and save
          from them, as you do with episodes.
        </p>
      </div>
      {link}
    </section>
  );
}
