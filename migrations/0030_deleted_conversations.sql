CREATE TABLE `deleted_conversations` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `conversation_deleted` AFTER DELETE ON `chat_sessions` BEGIN INSERT OR IGNORE INTO deleted_conversations (id) VALUES (old.id); END;
