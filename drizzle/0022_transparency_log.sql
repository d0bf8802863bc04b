CREATE TABLE `log_entries` (
	`n` integer PRIMARY KEY NOT NULL,
	`entry` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_hashes` (
	`level` integer NOT NULL,
	`n` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`level`, `n`)
);
--> statement-breakpoint
ALTER TABLE `reviews` ADD `log_index` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `log_salt` text;