DROP INDEX `reviews_tallied`;--> statement-breakpoint
CREATE INDEX `reviews_tallied` ON `reviews` (`withheld`,`rating`,`source`,`verification_method`,`provenance`,`copy_of`);--> statement-breakpoint
ALTER TABLE `removals` ADD `rating` integer;