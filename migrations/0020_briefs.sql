CREATE TABLE `brief_confirmations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brief_confirmations_token_hash_unique` ON `brief_confirmations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `brief_confirmations_user` ON `brief_confirmations` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `brief_confirmations_email` ON `brief_confirmations` (`email`,`created_at`);--> statement-breakpoint
CREATE TABLE `brief_subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`origin` text NOT NULL,
	`weekday` integer NOT NULL,
	`hour` integer NOT NULL,
	`time_zone` text NOT NULL,
	`next_at` integer NOT NULL,
	`next_week` text NOT NULL,
	`confirmed_at` integer,
	`stopped` text,
	`unsubscribe_token` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brief_subscriptions_unsubscribe_token_unique` ON `brief_subscriptions` (`unsubscribe_token`);--> statement-breakpoint
CREATE INDEX `brief_subscriptions_next` ON `brief_subscriptions` (`next_at`);--> statement-breakpoint
CREATE INDEX `brief_subscriptions_email` ON `brief_subscriptions` (lower("email"));--> statement-breakpoint
CREATE TABLE `briefs` (
	`user_id` text NOT NULL,
	`week` text NOT NULL,
	`state` text NOT NULL,
	`digest_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`queued_at` integer,
	`lease_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `week`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `briefs_state` ON `briefs` (`state`,`queued_at`);