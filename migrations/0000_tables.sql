CREATE TABLE `oauth_accounts` (
	`provider` text NOT NULL,
	`provider_user_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `provider_user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_accounts_user` ON `oauth_accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`password_hash` text,
	`email` text,
	`linkedin_url` text,
	`industry` text,
	`role` text,
	`goals` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);--> statement-breakpoint
CREATE TABLE `feeds` (
	`podcast_id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`etag` text,
	`last_modified` text,
	`succeeded_at` integer,
	`failed_at` integer,
	`last_error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`retry_at` integer,
	`retired_at` integer,
	FOREIGN KEY (`podcast_id`) REFERENCES `podcasts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `podcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`host` text NOT NULL,
	`description` text NOT NULL,
	`category` text NOT NULL,
	`image_url` text,
	`spotify_url` text,
	`youtube_url` text,
	`youtube_channel_id` text,
	`feed_url` text NOT NULL,
	`removed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `podcasts_feed_url_unique` ON `podcasts` (`feed_url`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` text NOT NULL,
	`podcast_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `podcast_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`podcast_id`) REFERENCES `podcasts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriptions_podcast` ON `subscriptions` (`podcast_id`);--> statement-breakpoint
CREATE TABLE `chat_follow_ups` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`question` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `chat_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chat_follow_ups_session_created` ON `chat_follow_ups` (`session_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `chat_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`remaining_follow_ups` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chat_sessions_user_created` ON `chat_sessions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `chat_sessions_user_episode` ON `chat_sessions` (`user_id`,`episode_id`);--> statement-breakpoint
CREATE INDEX `chat_sessions_episode` ON `chat_sessions` (`episode_id`);--> statement-breakpoint
CREATE TABLE `contents` (
	`user_id` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `digests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`digest` text NOT NULL,
	`episodes` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digests_user_created` ON `digests` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `episodes` (
	`id` text PRIMARY KEY NOT NULL,
	`podcast_id` text NOT NULL,
	`guid` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`published_at` integer,
	`duration_seconds` integer,
	`link` text,
	`audio_url` text,
	`image_url` text,
	`youtube_video_id` text,
	`is_youtube_short` integer NOT NULL,
	`transcript_links` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`podcast_id`) REFERENCES `podcasts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `episodes_podcast_guid` ON `episodes` (`podcast_id`,`guid`);--> statement-breakpoint
CREATE INDEX `episodes_podcast_published` ON `episodes` (`podcast_id`,`published_at`);--> statement-breakpoint
CREATE TABLE `fetch_windows` (
	`user_id` text PRIMARY KEY NOT NULL,
	`next_fetch_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `transcripts` (
	`episode_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`source` text,
	`language` text,
	`word_count` integer,
	`reason` text,
	`retry_at` integer,
	`checked_at` integer NOT NULL,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `generations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`status` text NOT NULL,
	`is_charged` integer NOT NULL,
	`taken_at` integer NOT NULL,
	`insight_id` text,
	`error` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`insight_id`) REFERENCES `insights`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `generations_user_episode` ON `generations` (`user_id`,`episode_id`);--> statement-breakpoint
CREATE INDEX `generations_user_taken` ON `generations` (`user_id`,`taken_at`);--> statement-breakpoint
CREATE INDEX `generations_episode` ON `generations` (`episode_id`);--> statement-breakpoint
CREATE INDEX `generations_insight` ON `generations` (`insight_id`);--> statement-breakpoint
CREATE TABLE `insights` (
	`id` text PRIMARY KEY NOT NULL,
	`episode_id` text NOT NULL,
	`kind` text NOT NULL,
	`model` text NOT NULL,
	`profile_key` text NOT NULL,
	`insight` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `insights_episode_writer_profile` ON `insights` (`episode_id`,`kind`,`model`,`profile_key`);--> statement-breakpoint
CREATE TABLE `failed_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`failed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `saved_insights` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`insight` text NOT NULL,
	`insight_html` text NOT NULL,
	`insight_hash` text NOT NULL,
	`user_notes` text,
	`tags` text NOT NULL,
	`generated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_insights_user_episode_text` ON `saved_insights` (`user_id`,`episode_id`,`insight_hash`);--> statement-breakpoint
CREATE INDEX `saved_insights_user_generated` ON `saved_insights` (`user_id`,`generated_at`);--> statement-breakpoint
CREATE INDEX `saved_insights_episode` ON `saved_insights` (`episode_id`);--> statement-breakpoint
CREATE TABLE `quiz_results` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`score` integer NOT NULL,
	`total_questions` integer NOT NULL,
	`performance_message` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quiz_results_user_created` ON `quiz_results` (`user_id`,`created_at`);