import { useForm } from 'react-hook-form';
import { URL_MAX_CHARS } from '../../../schema/limits.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { useStoredFields } from '../../ui/stored-fields.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useAddPage } from './queries.ts';

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;

const STORED_FIELDS = ['address'] as const;

/** Adds the article of a web page by its address. */
export function AddPage({ userId }: { userId: string }) {
  const form = useForm({ defaultValues: { address: '' } });
  useStoredFields(form, `page:${userId}`, STORED_FIELDS);
  const { mutateAsync, isPending } = useAddPage();
  const add = form.handleSubmit(async ({ address }) => {
    const given = address.trim();
    if (given === '') return form.setError('address', { message: 'Enter the address of a page' });
    try {
      const { title } = await mutateAsync(HAS_SCHEME.test(given) ? given : `https://${given}`);
      // Another one may have been typed meanwhile.
      if (form.getValues('address') === address) form.reset();
      toastSuccess(`Added “${title}”`);
    } catch (error) {
      const message = errorMessage(error, 'Failed to add this page');
      form.setError('address', { message });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <p className="mb-5 text-sm text-quiet">
        The page's article is saved as it is now, without menus and ads.
      </p>
      <TextInput
        label="Address"
        type="url"
        autoComplete="off"
        form={form}
        name="address"
        maxChars={URL_MAX_CHARS}
        errorRoom="long"
      />
      <BusyButton type="submit" size="3" className="mt-3" isBusy={isPending} busyLabel="Reading...">
        Add Page
      </BusyButton>
    </form>
  );
}
