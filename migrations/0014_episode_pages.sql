CREATE TABLE `episode_pages` (
	`episode_id` text PRIMARY KEY NOT NULL,
	`notes` text NOT NULL,
	`feed_chapters` text NOT NULL,
	`chapters` text,
	`chapters_source` text,
	`chapters_retry_at` integer,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `podcasts` ADD `feed_fields` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `episodes` ADD `number` real;--> statement-breakpoint
ALTER TABLE `episodes` ADD `season` integer;--> statement-breakpoint
ALTER TABLE `episodes` ADD `type` text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE `episodes` ADD `is_explicit` integer;--> statement-breakpoint
ALTER TABLE `episodes` ADD `chapters_url` text;--> statement-breakpoint
-- So far every image came from the feed or can't be told apart from one that did.
UPDATE `podcasts` SET `feed_fields` = '["imageUrl"]' WHERE `image_url` IS NOT NULL;--> statement-breakpoint
-- The next refresh downloads every feed again, to fill the new columns.
UPDATE `feeds` SET `etag` = NULL, `last_modified` = NULL;
