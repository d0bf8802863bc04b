CREATE TABLE `before_images` (
	`revision` integer NOT NULL,
	`review_id` text NOT NULL,
	`before` text NOT NULL,
	PRIMARY KEY(`revision`, `review_id`)
);
--> statement-breakpoint
CREATE INDEX `before_images_by_review` ON `before_images` (`review_id`);