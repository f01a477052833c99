import { Tabs } from '@radix-ui/themes';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { toast } from '../../ui/toasts.ts';
import { AddFile } from './AddFile.tsx';
import { AddPage } from './AddPage.tsx';
import { AddText } from './AddText.tsx';
import { SourceList } from './SourceList.tsx';
import { useFileReading } from './use-file-reading.ts';

/** The reader's own sources, and how to add one. */
export function SourcesPage(props: ComponentProps<typeof SourceList>) {
  const { userId } = props;
  const [tab, setTab] = useState('text');
  const reading = useFileReading(userId);
  const take = ([file, ...others]: readonly File[]) => {
    if (file === undefined) return;
    setTab('file');
    reading.offer(file);
    if (others.length > 0) {
      toast({ title: 'One at a time', description: `Only “${file.name}” is being read.` });
    }
  };
  const isOver = useDroppedFiles(take);
  return (
    <div className="flex flex-col gap-6">
      <section
        aria-labelledby="add-source"
        className={`panel p-5 sm:p-8 ${isOver ? 'bg-accent-soft' : ''}`}
      >
        <h2 id="add-source" className="text-xl">
          Add a Source
        </h2>
        <Tabs.Root value={tab} onValueChange={setTab} className="mt-3">
          <Tabs.List>
            <Tabs.Trigger value="text">Text</Tabs.Trigger>
            <Tabs.Trigger value="page">Web Page</Tabs.Trigger>
            <Tabs.Trigger value="file">File or Screenshot</Tabs.Trigger>
          </Tabs.List>
          {/* Stay mounted, so that nothing typed is lost. */}
          <Tabs.Content value="text" className="pt-5 data-[state=inactive]:hidden" forceMount>
            <AddText userId={userId} />
          </Tabs.Content>
          <Tabs.Content value="page" className="pt-5 data-[state=inactive]:hidden" forceMount>
            <AddPage userId={userId} />
          </Tabs.Content>
          <Tabs.Content value="file" className="pt-5 data-[state=inactive]:hidden" forceMount>
            <AddFile reading={reading} />
          </Tabs.Content>
        </Tabs.Root>
      </section>
      <SourceList {...props} />
    </div>
  );
}

/**
 * Takes files that are dropped or pasted anywhere on the page, unless a dialog is open. Returns whether
 * one is being dragged over it.
 */
function useDroppedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser opens the file in place of the page.
    event.preventDefault();
    setIsOver(!isCovered() && (event.type !== 'dragleave' || event.relatedTarget !== null));
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (!isCovered()) onFiles([...event.dataTransfer.files]);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { files, types } = event.clipboardData ?? {};
    // Office programs also put an image of the copied text on the clipboard.
    if (!files?.length || types?.includes('text/plain') || isCovered()) return;
    event.preventDefault();
    onFiles([...files]);
  });
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    document.addEventListener('dragover', (event) => onDrag(event), options);
    document.addEventListener('dragleave', (event) => onDrag(event), options);
    document.addEventListener('drop', (event) => onDrop(event), options);
    document.addEventListener('paste', (event) => onPaste(event), options);
    return () => listening.abort();
  }, []);
  return isOver;
}

/** Whether something is open above the page. */
const isCovered = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
