DROP INDEX `brief_confirmations_email`;--> statement-breakpoint
CREATE INDEX `brief_confirmations_address` ON `brief_confirmations` (lower("email"),`created_at`);--> statement-breakpoint
CREATE INDEX `account_imports_queued` ON `account_imports` (`queued_until`) WHERE queued_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `feeds_url` ON `feeds` (`url`);--> statement-breakpoint
CREATE INDEX `account_exports_queued` ON `account_exports` (`queued_until`) WHERE queued_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `opml_imports_queued` ON `opml_imports` (`queued_until`) WHERE queued_until IS NOT NULL;