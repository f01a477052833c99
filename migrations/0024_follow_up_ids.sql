-- The client chooses the id of a question, so it is unique only within its conversation. Nothing refers to this table,
-- and the trigger of the search index goes with it and comes back at the end.
CREATE TABLE `__new_chat_follow_ups` (
	`id` text NOT NULL,
	`session_id` text NOT NULL,
	`question` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `id`),
	FOREIGN KEY (`session_id`) REFERENCES `chat_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_chat_follow_ups`("id", "session_id", "question", "answer", "created_at") SELECT "id", "session_id", "question", "answer", "created_at" FROM `chat_follow_ups`;--> statement-breakpoint
DROP TABLE `chat_follow_ups`;--> statement-breakpoint
ALTER TABLE `__new_chat_follow_ups` RENAME TO `chat_follow_ups`;--> statement-breakpoint
CREATE INDEX `chat_follow_ups_session_created` ON `chat_follow_ups` (`session_id`,`created_at`);--> statement-breakpoint
CREATE TRIGGER `search_chat_answered` AFTER INSERT ON `chat_follow_ups` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('chat', new.session_id); END;
