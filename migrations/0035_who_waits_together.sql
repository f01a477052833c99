ALTER TABLE `generations` ADD `profile_key` text;--> statement-breakpoint
CREATE INDEX `generations_waiting` ON `generations` (`episode_id`,`profile_key`,`taken_at`,`id`) WHERE status = 'queued';