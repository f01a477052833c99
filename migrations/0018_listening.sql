CREATE TABLE `moments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`start_seconds` real NOT NULL,
	`end_seconds` real NOT NULL,
	`text` text NOT NULL,
	`speaker` text,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `moments_user_created` ON `moments` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `moments_episode` ON `moments` (`episode_id`);--> statement-breakpoint
CREATE TABLE `positions` (
	`user_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`seconds` real NOT NULL,
	`duration_seconds` real,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `episode_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `positions_user_at` ON `positions` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `positions_episode` ON `positions` (`episode_id`);
--> statement-breakpoint
CREATE TRIGGER `search_moment_added` AFTER INSERT ON `moments` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('moment', new.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_moment_changed` AFTER UPDATE OF note, text ON `moments` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('moment', new.id); END;
--> statement-breakpoint
CREATE TRIGGER `search_moment_deleted` AFTER DELETE ON `moments` BEGIN INSERT INTO search_changes (kind, source_id) VALUES ('moment', old.id); END;
