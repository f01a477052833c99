import { Tabs } from '@radix-ui/themes';
import type { ComponentProps } from 'react';
import { AddFile } from './AddFile.tsx';
import { AddPage } from './AddPage.tsx';
import { AddText } from './AddText.tsx';
import { SourceList } from './SourceList.tsx';

/** One's own sources: adding one, and all of them. */
export function SourcesPage(props: ComponentProps<typeof SourceList>) {
  const { userId } = props;
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="add-source" className="panel p-5 sm:p-8">
        <h2 id="add-source" className="text-xl">
          Add a Source
        </h2>
        <Tabs.Root defaultValue="text" className="mt-3">
          <Tabs.List>
            <Tabs.Trigger value="text">Text</Tabs.Trigger>
            <Tabs.Trigger value="page">Web page</Tabs.Trigger>
            <Tabs.Trigger value="file">File</Tabs.Trigger>
          </Tabs.List>
          {/* Stay mounted, so that nothing typed is lost. */}
          <Tabs.Content value="text" className="pt-5 data-[state=inactive]:hidden" forceMount>
            <AddText userId={userId} />
          </Tabs.Content>
          <Tabs.Content value="page" className="pt-5 data-[state=inactive]:hidden" forceMount>
            <AddPage />
          </Tabs.Content>
          <Tabs.Content value="file" className="pt-5 data-[state=inactive]:hidden" forceMount>
            <AddFile userId={userId} />
          </Tabs.Content>
        </Tabs.Root>
      </section>
      <SourceList {...props} />
    </div>
  );
}
