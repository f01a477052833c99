CREATE TABLE `leases` (
	`key` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `feeds` ADD `queued_until` integer;--> statement-breakpoint
ALTER TABLE `feeds` ADD `reading_until` integer;--> statement-breakpoint
CREATE INDEX `feeds_queued` ON `feeds` (`queued_until`) WHERE queued_until IS NOT NULL;--> statement-breakpoint
ALTER TABLE `generations` ADD `lease_until` integer;--> statement-breakpoint
ALTER TABLE `generations` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `generations_queued` ON `generations` (`lease_until`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `transcripts_fetching` ON `transcripts` (`retry_at`) WHERE status = 'fetching';