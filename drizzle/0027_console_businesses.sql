ALTER TABLE `console_claims` ADD `business` text;--> statement-breakpoint
ALTER TABLE `console_people` ADD `businesses` text;