CREATE TABLE `review_days` (
	`user_id` text NOT NULL,
	`day` integer NOT NULL,
	`is_kept` integer NOT NULL,
	`takeaway` text,
	PRIMARY KEY(`user_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `review_grades` (
	`user_id` text NOT NULL,
	`item_id` text NOT NULL,
	`grade_id` text NOT NULL,
	`rating` integer NOT NULL,
	`at` integer NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`item_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `review_items`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_grades_user_day` ON `review_grades` (`user_id`,`day`);--> statement-breakpoint
CREATE UNIQUE INDEX `review_grades_user_grade` ON `review_grades` (`user_id`,`grade_id`);--> statement-breakpoint
CREATE TABLE `review_items` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`seconds` integer,
	`front` text NOT NULL,
	`back` text NOT NULL,
	`options` text,
	`explanation` text,
	`due_day` integer NOT NULL,
	`stability` real,
	`difficulty` real,
	`last_day` integer,
	`wrong_day` integer,
	`reps` integer DEFAULT 0 NOT NULL,
	`lapses` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_items_user_due` ON `review_items` (`user_id`,`due_day`);--> statement-breakpoint
CREATE INDEX `review_items_episode` ON `review_items` (`episode_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `review_items_user_source` ON `review_items` (`user_id`,`kind`,`source_id`);--> statement-breakpoint
CREATE TABLE `review_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`items_per_day` integer NOT NULL,
	`new_per_day` integer NOT NULL,
	`time_zone` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
