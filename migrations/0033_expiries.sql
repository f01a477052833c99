CREATE INDEX `briefs_changed` ON `briefs` (`changed_at`);--> statement-breakpoint
CREATE INDEX `access_tokens_expires` ON `access_tokens` (`expires_at`) WHERE expires_at IS NOT NULL;