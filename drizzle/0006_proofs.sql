ALTER TABLE `reviews` ADD `verification_strength` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `marks` text;