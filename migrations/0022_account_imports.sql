CREATE TABLE `account_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`parts` integer NOT NULL,
	`received` integer NOT NULL,
	`imported` integer DEFAULT 0 NOT NULL,
	`added` text NOT NULL,
	`left_out` integer DEFAULT 0 NOT NULL,
	`error` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`queued_until` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_imports_user` ON `account_imports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `account_imports_expires_at` ON `account_imports` (`expires_at`);