import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LOGIN_NEEDED } from '../../../schema/wire/chat-texts.ts';
import type { Episode, TranscriptFormat, TranscriptReply } from '../../../schema/wire/episodes.ts';
import { ApiError, api, errorOf, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { updateEpisode } from './insight-progress.ts';

const TEXT = { type: 'text/plain;charset=utf-8' };

/** Where an episode's transcript is served as a file of a format. */
export function transcriptFileUrl({ id }: Episode, format: TranscriptFormat): string {
  return `/api/podcasts/episodes/${id}/transcript?format=${format}`;
}

const isTranscript = ({ title, transcript }: TranscriptReply) =>
  typeof title === 'string' && typeof transcript === 'string' && transcript.trim() !== '';

/** Downloads an episode's transcript as a file. */
export function useTranscriptDownload({ id, title }: Episode) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (format: TranscriptFormat) => {
      const request = (query: { format?: TranscriptFormat }) =>
        api.podcasts.episodes[':episodeId'].transcript.$get({ param: { episodeId: id }, query });
      if (format === 'txt') {
        const { title, transcript } = await readReply(request({}), isTranscript);
        return { name: `transcript-${title}.txt`, file: new Blob([transcript], TEXT) };
      }
      const reply = await request({ format });
      if (!reply.ok) throw await errorOf(reply);
      const file = await reply.blob();
      if (file.size === 0) throw new Error('The file is empty');
      return { name: `transcript-${title}.${format}`, file };
    },
    onSuccess: ({ name, file }) => {
      saveFile(name, file);
      toastSuccess('Transcript downloaded successfully');
    },
    onError: (error) => {
      const isApiError = error instanceof ApiError;
      if (isApiError && error.details.transcriptUnavailable === true) {
        updateEpisode(queryClient, id, { transcriptUnavailable: true });
      }
      const isLoggedOut = isApiError && error.status === 401;
      toastError(
        isLoggedOut ? LOGIN_NEEDED : refusalMessage(error, 'Failed to download transcript'),
      );
    },
  });
}

function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
