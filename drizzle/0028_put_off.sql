DROP INDEX `jobs_by_finished`;--> statement-breakpoint
CREATE INDEX `jobs_by_finished` ON `jobs` (`finished`,id desc);--> statement-breakpoint
ALTER TABLE `messages` ADD `put_off_at` integer;