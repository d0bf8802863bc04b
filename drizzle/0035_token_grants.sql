ALTER TABLE `door_tokens` ADD `may` text DEFAULT 'jobs' NOT NULL;--> statement-breakpoint
ALTER TABLE `door_tokens` ADD `verified_by` text DEFAULT 'none' NOT NULL;