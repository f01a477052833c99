import { Button, Text, TextArea } from '@radix-ui/themes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { REVIEW_BACK_MAX_CHARS, REVIEW_FRONT_MAX_CHARS } from '../../../schema/limits.ts';
import type { Moment } from '../../../schema/wire/listening.ts';
import { frontOfMoment } from '../../../schema/wire/review.ts';
import { api, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { reload } from '../../api/reload.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { DraftDialog } from '../../ui/DraftDialog.tsx';
import { focusInvalid, useLengthLimit } from '../../ui/length-limit.tsx';
import { useStoredText } from '../../ui/stored-text.ts';
import { toastError } from '../../ui/toasts.ts';
import { REVIEW_KEY } from './queries.ts';
import { ReviewToggle } from './ReviewToggle.tsx';

/** Adds a moment to the daily review with its own front and back, or removes it. */
export function MomentReview({ moment, className }: { moment: Moment; className: string }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <ReviewToggle
        kind="moment"
        sourceId={moment.id}
        className={className}
        onAdd={() => setIsAdding(true)}
      />
      {isAdding && <SidesDialog moment={moment} onClose={() => setIsAdding(false)} />}
    </>
  );
}

function SidesDialog({ moment, onClose }: { moment: Moment; onClose: () => void }) {
  const { id: sourceId, speaker, start, episodeTitle, text, note } = moment;
  const given = {
    front: frontOfMoment({ speaker, start, title: episodeTitle }),
    back: text === '' ? note : text,
  };
  const [front, setFront, forgetFront] = useStoredText(`front:${sourceId}`, given.front);
  const [back, setBack, forgetBack] = useStoredText(`back:${sourceId}`, given.back);
  const close = () => {
    forgetFront();
    forgetBack();
    onClose();
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const limits = {
    front: useLengthLimit(front.trim(), REVIEW_FRONT_MAX_CHARS),
    back: useLengthLimit(back.trim(), REVIEW_BACK_MAX_CHARS),
  };
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    // Unchanged sides are left to the server, which knows the exact words spoken.
    mutationFn: () =>
      readReply(
        api.user.reviews.$post({
          json: {
            kind: 'moment',
            sourceId,
            ...(front === given.front ? {} : { front }),
            ...(back === given.back ? {} : { back }),
          },
        }),
      ),
    onError: (error) => toastError(refusalMessage(error, 'Failed to add it to your review')),
    onSettled: () => void reload(queryClient, REVIEW_KEY),
  });
  return (
    <DraftDialog
      title="Add to Review"
      about="The review shows the front and asks you for the back."
      isChanged={front !== given.front || back !== given.back}
      field={field}
      onClose={close}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (limits.front.isTooLong || limits.back.isTooLong) {
            return focusInvalid(event.currentTarget);
          }
          mutate(undefined, { onSuccess: close });
        }}
      >
        <Text as="label" size="2" weight="medium">
          Front
          <TextArea
            ref={field}
            size="3"
            className="mt-1 font-normal"
            dir="auto"
            rows={2}
            value={front}
            onChange={(event) => setFront(event.target.value)}
            {...limits.front.attributes}
          />
        </Text>
        {limits.front.hint}
        <Text as="label" size="2" weight="medium" className="mt-4 block">
          Back
          <TextArea
            size="3"
            className="mt-1 font-normal"
            dir="auto"
            rows={4}
            resize="vertical"
            value={back}
            onChange={(event) => setBack(event.target.value)}
            {...limits.back.attributes}
          />
        </Text>
        {limits.back.hint}
        <div className="mt-4 flex justify-end gap-3">
          <Button type="button" variant="soft" color="gray" onClick={close}>
            Cancel
          </Button>
          <BusyButton
            type="submit"
            isBusy={isPending}
            disabled={front.trim() === '' || back.trim() === ''}
            busyLabel="Adding..."
          >
            Add
          </BusyButton>
        </div>
      </form>
    </DraftDialog>
  );
}
