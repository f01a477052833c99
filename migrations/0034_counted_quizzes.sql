ALTER TABLE `quiz_results` ADD `is_counted` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now, the answers were counted with the result.
UPDATE `quiz_results` SET `is_counted` = true;
