import { Badge, Button, Dialog, Text, TextField } from '@radix-ui/themes';
import { useId, useRef, useState } from 'react';
import { TAG_MAX_CHARS } from '../../../schema/limits.ts';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { DiscardDialog } from '../../ui/DiscardDialog.tsx';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { keepOpenForToasts, toast } from '../../ui/toasts.ts';

/** Shows an insight's tags. Adding tags is not available yet. */
export function TagsDialog({ insight, onClose }: { insight: SavedInsight; onClose: () => void }) {
  const returnFocus = useReturnFocus();
  const [tag, setTag] = useState('');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isBlank = tag.trim() === '';
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        if (isBlank) onClose();
        else setIsAsking(true);
      }}
    >
      <Dialog.Content
        className="max-w-108"
        onInteractOutside={keepOpenForToasts}
        onCloseAutoFocus={returnFocus}
      >
        <Dialog.Title as="h2" className="mb-1">
          Add Tags
        </Dialog.Title>
        <Dialog.Description size="2" color="gray" className="mb-4 truncate">
          {insight.episodeTitle}
        </Dialog.Description>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isBlank) return;
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
              maxLength={TAG_MAX_CHARS}
              value={tag}
              onChange={(event) => setTag(event.target.value)}
            />
            <Button type="submit" disabled={isBlank}>
              Add
            </Button>
          </div>
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
          <Button variant="soft" color="gray" onClick={onClose}>
            Close
          </Button>
        </div>
        {isAsking && (
          <DiscardDialog field={field} onKeep={() => setIsAsking(false)} onDiscard={onClose} />
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}
