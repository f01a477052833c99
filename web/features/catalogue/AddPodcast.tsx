import { Button, Dialog } from '@radix-ui/themes';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { URL_MAX_CHARS } from '../../../schema/limits.ts';
import type { PodcastPreview } from '../../../schema/wire/own-podcasts.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { usePreview } from './own-podcasts.ts';
import { PodcastPreviewView } from './PodcastPreviewView.tsx';

/** A button whose dialog finds a podcast by an address, shows it and adds it. */
export function AddPodcast() {
  const [isOpen, setIsOpen] = useState(false);
  const [found, setFound] = useState<{ address: string; preview: PodcastPreview } | null>(null);
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    if (open) setFound(null);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger>
        <Button size="3" variant="soft">
          <Plus size={16} aria-hidden />
          Add a Podcast
        </Button>
      </Dialog.Trigger>
      <Dialog.Content className="max-w-136">
        <Dialog.Title as="h2">Add a Podcast</Dialog.Title>
        {found === null ? (
          <AddressForm onFound={(address, preview) => setFound({ address, preview })} />
        ) : (
          <PodcastPreviewView
            {...found}
            onBack={() => setFound(null)}
            onAdded={() => setIsOpen(false)}
          />
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}

function AddressForm({ onFound }: { onFound: (address: string, preview: PodcastPreview) => void }) {
  const preview = usePreview();
  const form = useForm({ defaultValues: { address: '' } });
  const find = form.handleSubmit(async ({ address }) => {
    if (address.trim() === '') {
      return form.setError('address', { message: 'Enter the address of a podcast' });
    }
    try {
      onFound(address, await preview.mutateAsync(address));
    } catch (error) {
      const message = errorMessage(error, 'The podcast could not be found');
      form.setError('address', { message });
    }
  });
  return (
    <form noValidate className="space-y-5" onSubmit={(event) => void find(event)}>
      <Dialog.Description size="2" className="text-quiet">
        Paste the address of its feed, its web page, a YouTube channel or an Apple Podcasts link.
      </Dialog.Description>
      <TextInput
        label="Address"
        type="url"
        autoComplete="off"
        form={form}
        name="address"
        maxLength={URL_MAX_CHARS}
      />
      <div className="flex justify-end gap-3">
        <Dialog.Close>
          <Button type="button" variant="soft" color="gray">
            Cancel
          </Button>
        </Dialog.Close>
        <BusyButton type="submit" isBusy={preview.isPending}>
          {preview.isPending ? 'Looking...' : 'Find Podcast'}
        </BusyButton>
      </div>
    </form>
  );
}
