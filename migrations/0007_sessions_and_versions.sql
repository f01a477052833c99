CREATE TABLE `known_places` (
	`user_id` text NOT NULL,
	`place_hash` text NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `place_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `known_places_used_at` ON `known_places` (`used_at`);--> statement-breakpoint
CREATE TABLE `login_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`attempts` integer NOT NULL,
	`next_at` integer NOT NULL,
	`attempted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_attempts_attempted_at` ON `login_attempts` (`attempted_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_used_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `user_agent` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `contents` ADD `version` integer DEFAULT 1 NOT NULL;