-- A conversation about all of one's podcasts has no episode. SQLite makes such a column optional only by making the table
-- anew, and D1 cannot switch its foreign keys off: what refers to the table is copied first and dropped before it, so
-- that nothing goes by cascade. The triggers of the search index go with their tables and come back at the end.
DROP TRIGGER `search_insight_written`;--> statement-breakpoint
CREATE TABLE `__new_chat_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`episode_id` text,
	`remaining_follow_ups` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `__new_chat_follow_ups` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`question` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `__new_chat_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `__new_chat_sockets` (
	`chat_session_id` text NOT NULL,
	`login_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`chat_session_id`, `login_id`),
	FOREIGN KEY (`chat_session_id`) REFERENCES `__new_chat_sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_chat_sessions` SELECT "id", "user_id", "episode_id", "remaining_follow_ups", "created_at" FROM `chat_sessions`;--> statement-breakpoint
INSERT INTO `__new_chat_follow_ups` SELECT "id", "session_id", "question", "answer", "created_at" FROM `chat_follow_ups`;--> statement-breakpoint
INSERT INTO `__new_chat_sockets` SELECT "chat_session_id", "login_id", "user_id" FROM `chat_sockets`;--> statement-breakpoint
DROP TABLE `chat_follow_ups`;--> statement-breakpoint
DROP TABLE `chat_sockets`;--> statement-breakpoint
DROP TABLE `chat_sessions`;--> statement-breakpoint
ALTER TABLE `__new_chat_sessions` RENAME TO `chat_sessions`;--> statement-breakpoint
ALTER TABLE `__new_chat_follow_ups` RENAME TO `chat_follow_ups`;--> statement-breakpoint
ALTER TABLE `__new_chat_sockets` RENAME TO `chat_sockets`;--> statement-breakpoint
CREATE INDEX `chat_sessions_user_created` ON `chat_sessions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `chat_sessions_user_episode` ON `chat_sessions` (`user_id`,`episode_id`);--> statement-breakpoint
CREATE INDEX `chat_sessions_episode` ON `chat_sessions` (`episode_id`);--> statement-breakpoint
CREATE INDEX `chat_follow_ups_session_created` ON `chat_follow_ups` (`session_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `chat_sockets_user` ON `chat_sockets` (`user_id`);--> statement-breakpoint
CREATE TRIGGER `search_chat_added` AFTER INSERT ON `chat_sessions` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('chat', new.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_chat_answered` AFTER INSERT ON `chat_follow_ups` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('chat', new.session_id); END;
--> statement-breakpoint
CREATE TRIGGER `search_chat_deleted` AFTER DELETE ON `chat_sessions` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('chat', old.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_insight_written` AFTER UPDATE OF insight_id ON `generations` BEGIN INSERT INTO search_changes (kind, source_id) SELECT 'chat', id FROM chat_sessions WHERE user_id = new.user_id AND episode_id = new.episode_id; END;
