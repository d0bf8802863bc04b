INSERT INTO `outbox` (`kind`, `key`, `destination`, `payload`, `owed`, `owed_at`, `due_at`, `attempts`, `attempted_at`)
	SELECT 'delivery', cast(id as text), callback_site, json_quote(topic), max(acknowledged_revision, claimed_revision), attempted_at, next_attempt_at, failures, attempted_at
	FROM `subscriptions` WHERE failures > 0 ORDER BY id;
--> statement-breakpoint
UPDATE `subscriptions` SET acknowledged_content = -1, acknowledged_revision = max(acknowledged_revision, claimed_revision) WHERE claim IS NOT NULL;
--> statement-breakpoint
DROP INDEX `subscriptions_fresh`;--> statement-breakpoint
DROP INDEX `subscriptions_failing`;--> statement-breakpoint
DROP INDEX `subscriptions_claimed`;--> statement-breakpoint
CREATE INDEX `subscriptions_by_content` ON `subscriptions` (`topic`,`acknowledged_content`,`acknowledged_revision`);--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `claimed_revision`;--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `next_attempt_at`;--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `claim`;--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `claimed_until`;--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `claim_doubted`;