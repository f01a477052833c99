CREATE TABLE `recurring_work` (
	`name` text PRIMARY KEY NOT NULL,
	`overdue_at` integer NOT NULL
);
