CREATE TABLE `account_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`formats` text NOT NULL,
	`podcast_ids` text,
	`origin` text NOT NULL,
	`status` text NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`bytes` integer,
	`error` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`queued_until` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_exports_user` ON `account_exports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `account_exports_expires_at` ON `account_exports` (`expires_at`);