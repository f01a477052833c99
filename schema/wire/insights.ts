/** The reply of `POST /api/podcasts/episodes/{episodeId}/insights`. */
export interface ChatSessionInit {
  success: true;
  type: 'chat_session_init';
  data: {
    session: { id: string; remainingFollowUps: number };
    /** Markdown; null while it is being written or where there can be none. */
    initialInsight: string | null;
    episode: {
      id: string;
      title: string;
      isYoutubeShort: boolean;
      transcriptUnavailable: boolean;
    };
    /** queued: on its way over the socket; none: there can be none. */
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
