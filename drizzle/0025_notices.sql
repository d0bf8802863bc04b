CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`notice_id` text NOT NULL,
	`channel` text NOT NULL,
	`notice` text NOT NULL,
	`at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	`delivered_at` integer,
	`ended_at` integer,
	`outcome` text,
	`claim` text,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`claim_doubted` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_once` ON `notices` (`notice_id`,`channel`);--> statement-breakpoint
CREATE INDEX `notices_due` ON `notices` (`next_attempt_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `notices_by_time` ON `notices` (`at`);--> statement-breakpoint
CREATE INDEX `notices_claimed` ON `notices` (`claim`) WHERE claim is not null;--> statement-breakpoint
CREATE INDEX `invitations_undeliverable` ON `invitations` (`undeliverable_at`) WHERE undeliverable_at is not null;