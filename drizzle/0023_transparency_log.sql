ALTER TABLE `reviews` ADD `log_since` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `log_changes` integer DEFAULT 0 NOT NULL;