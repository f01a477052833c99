CREATE TABLE `chat_sockets` (
	`chat_session_id` text NOT NULL,
	`login_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`chat_session_id`, `login_id`),
	FOREIGN KEY (`chat_session_id`) REFERENCES `chat_sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chat_sockets_user` ON `chat_sockets` (`user_id`);