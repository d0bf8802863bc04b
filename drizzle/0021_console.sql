CREATE TABLE `console_challenges` (
	`digest` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `console_challenges_by_expiry` ON `console_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `console_claims` (
	`digest` text PRIMARY KEY NOT NULL,
	`person_id` text,
	`role` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `console_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `console_passkeys_by_person` ON `console_passkeys` (`person_id`);--> statement-breakpoint
CREATE TABLE `console_people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `console_people_by_name` ON `console_people` (`name_key`);--> statement-breakpoint
CREATE TABLE `console_sessions` (
	`digest` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `console_sessions_by_person` ON `console_sessions` (`person_id`);--> statement-breakpoint
CREATE TABLE `console_tries` (
	`name_digest` text PRIMARY KEY NOT NULL,
	`tries` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `changes` ADD `by` text;