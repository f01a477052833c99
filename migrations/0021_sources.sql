CREATE TABLE `spent_generations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`taken_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `spent_generations_user_taken` ON `spent_generations` (`user_id`,`taken_at`);--> statement-breakpoint
CREATE TABLE `sources` (
	`episode_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`author` text,
	`characters` integer NOT NULL,
	`paragraphs` integer NOT NULL,
	`text_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sources_user_created` ON `sources` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sources_user_text` ON `sources` (`user_id`,`text_hash`);--> statement-breakpoint
ALTER TABLE `podcasts` ADD `kind` text DEFAULT 'feed' NOT NULL;