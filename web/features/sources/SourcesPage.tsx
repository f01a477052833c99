import type { ComponentProps } from 'react';
import { AddText } from './AddText.tsx';
import { SourceList } from './SourceList.tsx';

/** One's own sources: adding one, and all of them. */
export function SourcesPage(props: ComponentProps<typeof SourceList>) {
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="add-source" className="panel p-5 sm:p-8">
        <h2 id="add-source" className="mb-4 text-xl">
          Add a Source
        </h2>
        <AddText userId={props.userId} />
      </section>
      <SourceList {...props} />
    </div>
  );
}
