CREATE TABLE `photo_files` (
	`name` text PRIMARY KEY NOT NULL,
	`photo` text NOT NULL,
	`bytes` blob NOT NULL
);
--> statement-breakpoint
CREATE INDEX `photo_files_by_photo` ON `photo_files` (`photo`);