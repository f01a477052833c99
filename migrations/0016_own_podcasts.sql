CREATE TABLE `opml_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`queued_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `opml_imports_user` ON `opml_imports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `opml_outlines` (
	`import_id` text NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`address` text NOT NULL,
	`category` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	PRIMARY KEY(`import_id`, `position`),
	FOREIGN KEY (`import_id`) REFERENCES `opml_imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `own_podcasts` (
	`user_id` text NOT NULL,
	`podcast_id` text NOT NULL,
	`category` text NOT NULL,
	`removed_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `podcast_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`podcast_id`) REFERENCES `podcasts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `own_podcasts_podcast` ON `own_podcasts` (`podcast_id`);--> statement-breakpoint
DROP INDEX `podcasts_feed_url_unique`;--> statement-breakpoint
ALTER TABLE `podcasts` ADD `is_listed` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `podcasts` ADD `owner_id` text REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE UNIQUE INDEX `podcasts_feed` ON `podcasts` (`feed_url`) WHERE owner_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `podcasts_owner_feed` ON `podcasts` (`owner_id`,`feed_url`) WHERE owner_id IS NOT NULL;