import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';
import { putReply } from '../../api/put-reply.ts';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { toast } from '../../ui/toasts.ts';
import { chatSessionsQuery } from './queries.ts';

export function ConversationDeletion({
  sessionId,
  onClose,
}: {
  sessionId: string;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      readReply(api.user['chat-sessions'][':id'].$delete({ param: { id: sessionId } })),
    onSuccess: async () => {
      await putReply(queryClient, chatSessionsQuery, (sessions) =>
        sessions?.filter(({ id }) => id !== sessionId),
      );
      toast({ title: 'Success', description: 'Conversation deleted' });
      onClose();
    },
    onError: () => {
      const description = 'Failed to delete conversation';
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  return (
    <DeletionDialog
      title="Delete this conversation?"
      isPending={isPending}
      onDelete={() => mutate()}
      onClose={onClose}
    >
      Its questions and answers will be deleted. Anything you saved from it stays in your library.
    </DeletionDialog>
  );
}
