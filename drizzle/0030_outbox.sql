CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`destination` text NOT NULL,
	`payload` text NOT NULL,
	`owed` integer NOT NULL,
	`owed_at` integer NOT NULL,
	`due_at` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempted_at` integer DEFAULT 0 NOT NULL,
	`claim` text,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`claim_doubted` integer DEFAULT false NOT NULL,
	`sent_at` integer,
	`ended_at` integer,
	`outcome` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_by_key` ON `outbox` (`kind`,`key`);--> statement-breakpoint
CREATE INDEX `outbox_in_turn` ON `outbox` (`kind`,`ended_at`,`attempted_at`);--> statement-breakpoint
CREATE INDEX `outbox_claimed` ON `outbox` (`kind`,`claim`) WHERE claim is not null;--> statement-breakpoint
INSERT INTO `outbox` (`kind`, `key`, `destination`, `payload`, `owed`, `owed_at`, `due_at`, `attempts`, `sent_at`, `ended_at`, `outcome`)
	SELECT 'notice', notice_id || ' ' || channel, channel, notice, 1, at, next_attempt_at, attempts, delivered_at, ended_at, outcome FROM `notices` ORDER BY id;
