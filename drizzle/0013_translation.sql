ALTER TABLE `reviews` ADD `translation_text` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `translation_language` text;