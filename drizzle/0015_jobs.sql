CREATE TABLE `contests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`review_id` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contests_by_review` ON `contests` (`review_id`);--> statement-breakpoint
CREATE TABLE `door_tokens` (
	`name` text PRIMARY KEY NOT NULL,
	`digest` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `door_tokens_by_digest` ON `door_tokens` (`digest`);--> statement-breakpoint
CREATE TABLE `idempotency` (
	`token` text NOT NULL,
	`key` text NOT NULL,
	`request_digest` text NOT NULL,
	`status` integer NOT NULL,
	`answer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`token`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_by_time` ON `idempotency` (`at`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`job_id` text PRIMARY KEY NOT NULL,
	`token_digest` text NOT NULL,
	`invited_by` text NOT NULL,
	`invited_at` integer NOT NULL,
	`reminded_at` integer,
	`expires_at` integer NOT NULL,
	`undeliverable_at` integer,
	`answered_at` integer,
	`review_id` text,
	`withdrawn_at` integer,
	`display_name` text,
	`license_wording` text,
	`license_version` text,
	`licensed_at` integer,
	`edits` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_token` ON `invitations` (`token_digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_review` ON `invitations` (`review_id`) WHERE review_id is not null;--> statement-breakpoint
CREATE INDEX `invitations_by_time` ON `invitations` (`invited_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text,
	`customer_name` text,
	`email` text,
	`telephone` text,
	`finished` text NOT NULL,
	`service` text,
	`technician` text,
	`area` text,
	`language` text,
	`may_contact` integer,
	`is_cancelled` integer DEFAULT false NOT NULL,
	`reference_digest` text,
	`name_digest` text,
	`email_digest` text,
	`telephone_digest` text,
	`added_at` integer NOT NULL,
	`corrected_at` integer,
	`skipped_at` integer,
	`skipped_note` text,
	`forgotten_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_by_reference` ON `jobs` (`reference_digest`) WHERE reference_digest is not null;--> statement-breakpoint
CREATE INDEX `jobs_by_finished` ON `jobs` (`finished`);--> statement-breakpoint
CREATE INDEX `jobs_by_email` ON `jobs` (`email_digest`) WHERE email_digest is not null;--> statement-breakpoint
CREATE INDEX `jobs_by_telephone` ON `jobs` (`telephone_digest`) WHERE telephone_digest is not null;--> statement-breakpoint
CREATE INDEX `jobs_by_name` ON `jobs` (`name_digest`) WHERE name_digest is not null;--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` text NOT NULL,
	`kind` text NOT NULL,
	`message_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	`accepted_at` integer,
	`ended_at` integer,
	`outcome` text,
	`claim` text,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`claim_doubted` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_by_message_id` ON `messages` (`message_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_once` ON `messages` (`job_id`,`kind`) WHERE kind in ('invitation', 'reminder');--> statement-breakpoint
CREATE INDEX `messages_by_job` ON `messages` (`job_id`);--> statement-breakpoint
CREATE INDEX `messages_due` ON `messages` (`due_at`,`next_attempt_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `messages_accepted` ON `messages` (`accepted_at`) WHERE accepted_at is not null;--> statement-breakpoint
CREATE INDEX `messages_claimed` ON `messages` (`claim`) WHERE claim is not null;--> statement-breakpoint
CREATE TABLE `policies` (
	`at` integer PRIMARY KEY NOT NULL,
	`policy` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`review_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text,
	`email` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reports_by_review` ON `reports` (`review_id`);--> statement-breakpoint
CREATE TABLE `unsubscribed` (
	`address_digest` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
