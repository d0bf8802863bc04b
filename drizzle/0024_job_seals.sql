CREATE TABLE `job_seals` (
	`log` integer NOT NULL,
	`n` integer NOT NULL,
	`position` integer NOT NULL,
	`job_id` text NOT NULL,
	`finished` text NOT NULL,
	`decision` text NOT NULL,
	`salt` text NOT NULL,
	PRIMARY KEY(`log`, `n`, `position`)
);
--> statement-breakpoint
CREATE INDEX `job_seals_by_job` ON `job_seals` (`job_id`);