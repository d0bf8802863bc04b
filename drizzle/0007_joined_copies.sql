DROP INDEX `reviews_counted`;--> statement-breakpoint
DROP INDEX `reviews_published`;--> statement-breakpoint
ALTER TABLE `reviews` ADD `also_at` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `copy_of` text;--> statement-breakpoint
CREATE INDEX `reviews_tallied` ON `reviews` (`withheld`,`rating`,`source`,`verification_method`,`copy_of`);--> statement-breakpoint
CREATE INDEX `reviews_by_date` ON `reviews` (`date`);--> statement-breakpoint
CREATE INDEX `reviews_joined` ON `reviews` (`copy_of`) WHERE copy_of is not null;--> statement-breakpoint
CREATE INDEX `reviews_published` ON `reviews` (date desc,`id`) WHERE withheld is null and copy_of is null;