/** The reply of `POST /api/podcasts/episodes/{episodeId}/insights`. */
export interface ChatSessionInit {
  success: true;
  type: 'chat_session_init';
  data: {
    session: { id: string; remainingFollowUps: number };
    /** Markdown; null while it is being written or if it is not possible. */
    initialInsight: string | null;
    episode: {
      id: string;
      title: string;
      isYoutubeShort: boolean;
      transcriptUnavailable: boolean;
    };
    /** queued: it will arrive over the socket; none: not possible. */
    insightStatus: 'queued' | 'done' | 'none';
  };
  remainingFollowUps: number;
}

/** The reply of `GET /api/podcasts/episodes/{episodeId}/insights`. */
export interface InsightReply {
  data: {
    initialInsight: string | null;
    status: 'none' | 'queued' | 'done' | 'failed';
    /** Why it failed, in words. */
    error: string | null;
  };
}
