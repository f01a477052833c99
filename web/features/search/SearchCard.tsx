import { buttonClass } from '../../ui/button.ts';

/** The link to the search, among the tools. */
export function SearchCard({ onOpen }: { onOpen: () => void }) {
  return (
    <section
      aria-labelledby="search-card"
      className="panel flex flex-wrap items-center gap-x-6 gap-y-4 p-5 md:p-8"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="search-card" className="text-xl">
          Search
        </h2>
        <p className="mt-1 text-sm text-quiet">
          Find anything said in your podcasts, or anything you saved, asked or wrote.
        </p>
      </div>
      <button type="button" className={buttonClass('outline')} onClick={onOpen}>
        Open Search
      </button>
    </section>
  );
}
