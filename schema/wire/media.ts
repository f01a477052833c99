/** Where an episode can be played. */
export interface Media {
  audioUrl: string | null;
  youtubeVideoId: string | null;
}

/** Whether an episode has audio or a video; a source has neither. */
export const canPlay = ({ audioUrl, youtubeVideoId }: Media): boolean =>
  audioUrl !== null || youtubeVideoId !== null;
