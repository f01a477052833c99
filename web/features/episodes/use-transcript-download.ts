import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Episode } from '../../../schema/wire/episodes.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { toast } from '../../ui/toasts.ts';
import { updateEpisode } from './insight-progress.ts';

const SIGN_IN_AGAIN = 'You need to be logged in to use this feature. Please log in and try again.';

/** Downloads an episode's transcript as a text file. */
export function useTranscriptDownload({ id }: Episode) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      readReply(api.podcasts.episodes[':episodeId'].transcript.$get({ param: { episodeId: id } })),
    onSuccess: ({ title, transcript }) => {
      saveTextFile(`transcript-${title}.txt`, transcript);
      toast({ title: 'Success', description: 'Transcript downloaded successfully' });
    },
    onError: (error) => {
      const isApiError = error instanceof ApiError;
      if (isApiError && error.details.transcriptUnavailable === true) {
        updateEpisode(queryClient, id, { transcriptUnavailable: true });
      }
      const isSignedOut = isApiError && error.status === 401;
      toast({
        title: 'Error',
        description: isSignedOut
          ? SIGN_IN_AGAIN
          : refusalMessage(error, 'Failed to download transcript'),
        variant: 'destructive',
      });
    },
  });
}

function saveTextFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
