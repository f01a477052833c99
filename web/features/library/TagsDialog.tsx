import { Badge, Button, Text, TextField } from '@radix-ui/themes';
import { useId, useRef } from 'react';
import { TAG_MAX_CHARS } from '../../../schema/limits.ts';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { DraftDialog } from '../../ui/DraftDialog.tsx';
import { focusInvalid, useLengthLimit } from '../../ui/length-limit.tsx';
import { useStoredText } from '../../ui/stored-text.ts';
import { toast } from '../../ui/toasts.ts';

/** Shows an insight's tags. Adding tags is not available yet. */
export function TagsDialog({ insight, onClose }: { insight: SavedInsight; onClose: () => void }) {
  const [tag, write, forget] = useStoredText(`tag:${insight.id}`, '');
  const close = () => {
    forget();
    onClose();
  };
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isBlank = tag.trim() === '';
  const limit = useLengthLimit(tag.trim(), TAG_MAX_CHARS);
  return (
    <DraftDialog
      title="Add Tags"
      about={insight.episodeTitle}
      isNarrow
      // What is typed here can't be saved, so there is nothing to ask about.
      isChanged={false}
      field={field}
      onClose={close}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isBlank) return;
          if (limit.isTooLong) return focusInvalid(event.currentTarget);
          toast({
            title: 'Feature Coming Soon',
            description: 'Tag functionality will be available in a future update.',
          });
        }}
      >
        <Text as="label" size="2" weight="medium" htmlFor={id}>
          New Tag
        </Text>
        <div className="mt-1.5 flex gap-2">
          <TextField.Root
            ref={field}
            id={id}
            className="min-w-0 grow"
            dir="auto"
            value={tag}
            onChange={(event) => write(event.target.value)}
            {...limit.attributes}
          />
          <Button type="submit" disabled={isBlank}>
            Add
          </Button>
        </div>
        {limit.hint}
      </form>
      <Text className="mt-4" as="p" size="2" weight="medium" id={`${id}-tags`}>
        Current tags
      </Text>
      {insight.tags.length === 0 ? (
        <Text className="mt-1" as="p" size="2" color="gray">
          No tags yet.
        </Text>
      ) : (
        <ul className="mt-2 flex flex-wrap gap-2" aria-labelledby={`${id}-tags`}>
          {insight.tags.map((name) => (
            <li key={name}>
              <Badge color="gray" dir="auto" className="whitespace-normal wrap-anywhere">
                {name}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5 flex justify-end">
        <Button variant="soft" color="gray" onClick={close}>
          Close
        </Button>
      </div>
    </DraftDialog>
  );
}
