CREATE TABLE `quiz_questions` (
	`user_id` text NOT NULL,
	`question_hash` text NOT NULL,
	`episode_id` text NOT NULL,
	`question` text NOT NULL,
	`asked_at` integer NOT NULL,
	`times_wrong` integer DEFAULT 0 NOT NULL,
	`times_right` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `question_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quiz_questions_user_asked` ON `quiz_questions` (`user_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `quiz_questions_episode` ON `quiz_questions` (`episode_id`);