ALTER TABLE `messages` ADD `attempted_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_attempted` ON `messages` (`attempted_at`);