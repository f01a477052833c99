DROP INDEX `insights_episode_writer_profile`;--> statement-breakpoint
ALTER TABLE `insights` ADD `is_stand_in` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- What stood in for a model was marked by a model's name of 'instead of <kind> <model>'.
UPDATE `insights` SET
	`is_stand_in` = 1,
	`kind` = substr(`model`, 12, instr(substr(`model`, 12), ' ') - 1),
	`model` = substr(`model`, 12 + instr(substr(`model`, 12), ' '))
WHERE substr(`model`, 1, 11) = 'instead of ';--> statement-breakpoint
CREATE UNIQUE INDEX `insights_episode_writer_profile` ON `insights` (`episode_id`,`kind`,`model`,`profile_key`,`is_stand_in`);--> statement-breakpoint
ALTER TABLE `transcripts` DROP COLUMN `word_count`;