CREATE TABLE `search_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL
);--> statement-breakpoint
-- Whoever changes what can be searched leaves a note of it in the same transaction. Cascades fire these, too.
CREATE TRIGGER `search_transcript_added` AFTER INSERT ON `transcripts` WHEN new.status = 'ready' BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('transcript', new.episode_id); END;
--> statement-breakpoint
CREATE TRIGGER `search_transcript_kept` AFTER UPDATE OF status ON `transcripts` WHEN new.status = 'ready' BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('transcript', new.episode_id); END;
--> statement-breakpoint
CREATE TRIGGER `search_transcript_deleted` AFTER DELETE ON `transcripts` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('transcript', old.episode_id); END;
--> statement-breakpoint
CREATE TRIGGER `search_episode_added` AFTER INSERT ON `episodes` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('episode', new.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_episode_changed` AFTER UPDATE OF title, description, published_at ON `episodes` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('episode', new.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_episode_dated` AFTER UPDATE OF published_at ON `episodes` WHEN old.published_at IS NOT new.published_at BEGIN INSERT INTO search_changes (kind, source_id) SELECT 'transcript', episode_id FROM transcripts WHERE episode_id = new.id AND status = 'ready'; END;
--> statement-breakpoint
CREATE TRIGGER `search_episode_deleted` AFTER DELETE ON `episodes` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('episode', old.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_insight_added` AFTER INSERT ON `saved_insights` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('insight', new.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_insight_changed` AFTER UPDATE OF insight, user_notes, tags ON `saved_insights` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('insight', new.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_insight_deleted` AFTER DELETE ON `saved_insights` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('insight', old.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_chat_added` AFTER INSERT ON `chat_sessions` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('chat', new.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_chat_answered` AFTER INSERT ON `chat_follow_ups` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('chat', new.session_id); END;
--> statement-breakpoint
CREATE TRIGGER `search_chat_deleted` AFTER DELETE ON `chat_sessions` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('chat', old.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_text_added` AFTER INSERT ON `contents` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('text', new.user_id); END;
--> statement-breakpoint
CREATE TRIGGER `search_text_changed` AFTER UPDATE OF content ON `contents` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('text', new.user_id); END;
--> statement-breakpoint
CREATE TRIGGER `search_text_deleted` AFTER DELETE ON `contents` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('text', old.user_id); END;
--> statement-breakpoint
CREATE TRIGGER `search_insight_written` AFTER UPDATE OF insight_id ON `generations` BEGIN INSERT INTO search_changes (kind, source_id) SELECT 'chat', id FROM chat_sessions WHERE user_id = new.user_id AND episode_id = new.episode_id; END;--> statement-breakpoint
-- What is there already.
INSERT INTO search_changes (kind, source_id) SELECT 'transcript', episode_id FROM transcripts WHERE status = 'ready';
--> statement-breakpoint
INSERT INTO search_changes (kind, source_id) SELECT 'episode', id FROM episodes;
--> statement-breakpoint
INSERT INTO search_changes (kind, source_id) SELECT 'insight', id FROM saved_insights;
--> statement-breakpoint
INSERT INTO search_changes (kind, source_id) SELECT 'chat', id FROM chat_sessions;
--> statement-breakpoint
INSERT INTO search_changes (kind, source_id) SELECT 'text', user_id FROM contents;
