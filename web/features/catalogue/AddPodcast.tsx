import { Button, Dialog } from '@radix-ui/themes';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { URL_MAX_CHARS } from '../../../schema/limits.ts';
import type { PodcastPreview } from '../../../schema/wire/own-podcasts.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { useStoredFields } from '../../ui/stored-fields.ts';
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx';
import { usePreview } from './own-podcasts.ts';
import { PodcastPreviewView } from './PodcastPreviewView.tsx';

const STORED_FIELDS = ['address'] as const;

/** A button whose dialog finds a podcast by an address, shows it and adds it. */
export function AddPodcast({ userId }: { userId: string }) {
  const form = useForm({ defaultValues: { address: '' } });
  useStoredFields(form, `podcast:${userId}`, STORED_FIELDS);
  /** Null until one is found at the address. */
  const [preview, setPreview] = useState<PodcastPreview | null>(null);
  const { isOpen, changeOpen, close, question } = useDiscardQuestion({
    isTyped: form.formState.isDirty,
    onOpen: () => setPreview(null),
    onClose: () => form.reset(),
    focusField: () => form.setFocus('address'),
  });
  return (
    <Dialog.Root open={isOpen} onOpenChange={changeOpen}>
      <Dialog.Trigger>
        <Button size="3" variant="soft">
          <Plus size={16} aria-hidden />
          Add a Podcast
        </Button>
      </Dialog.Trigger>
      <Dialog.Content className="max-w-136">
        <Dialog.Title as="h2">Add a Podcast</Dialog.Title>
        {preview === null ? (
          <AddressForm form={form} onFound={setPreview} onCancel={close} />
        ) : (
          <PodcastPreviewView
            address={form.getValues('address')}
            preview={preview}
            onBack={() => setPreview(null)}
            onDone={close}
          />
        )}
        {question}
      </Dialog.Content>
    </Dialog.Root>
  );
}

function AddressForm({
  form,
  onFound,
  onCancel,
}: {
  /** Keeps the address while the preview is shown. */
  form: UseFormReturn<{ address: string }>;
  onFound: (preview: PodcastPreview) => void;
  onCancel: () => void;
}) {
  const { mutate, isPending } = usePreview();
  const find = form.handleSubmit(({ address }) => {
    if (address.trim() === '') {
      return form.setError('address', { message: 'Enter the address of a podcast' });
    }
    // Called back only while the form is open.
    mutate(address, {
      onSuccess: onFound,
      onError: (error) => {
        const message = errorMessage(error, 'The podcast could not be found');
        form.setError('address', { message });
      },
    });
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
        maxChars={URL_MAX_CHARS}
        errorRoom="long"
      />
      <div className="flex justify-end gap-3">
        <Button type="button" variant="soft" color="gray" onClick={onCancel}>
          Cancel
        </Button>
        <BusyButton type="submit" isBusy={isPending} busyLabel="Looking...">
          Find Podcast
        </BusyButton>
      </div>
    </form>
  );
}
