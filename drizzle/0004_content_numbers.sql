CREATE TABLE `topic_contents` (
	`topic` text NOT NULL,
	`revision` integer NOT NULL,
	`generation` text NOT NULL,
	`digest` text NOT NULL,
	`content` integer NOT NULL,
	PRIMARY KEY(`topic`, `revision`, `generation`, `digest`)
);
--> statement-breakpoint
DROP INDEX `subscriptions_fresh`;--> statement-breakpoint
DROP INDEX `subscriptions_failing`;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `acknowledged_content` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `claimed_content` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `claimed_revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `claim_doubted` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_fresh` ON `subscriptions` (`topic`,`attempted_at`,`acknowledged_content`) WHERE failures = 0;--> statement-breakpoint
CREATE INDEX `subscriptions_failing` ON `subscriptions` (`topic`,`attempted_at`,`acknowledged_content`) WHERE failures > 0;--> statement-breakpoint
-- What each release had shown is not known, but equal bytes are equal content.
INSERT INTO `topic_contents` (`topic`, `revision`, `generation`, `digest`, `content`)
	SELECT `topic`, max(`acknowledged_revision`), '1.0.0', `acknowledged_digest`, max(`acknowledged_revision`)
	FROM `subscriptions` WHERE `acknowledged_digest` <> '' GROUP BY `topic`, `acknowledged_digest`;
--> statement-breakpoint
UPDATE `subscriptions` SET `acknowledged_content` = coalesce(
	(SELECT max(`content`) FROM `topic_contents` AS `shown`
	 WHERE `shown`.`topic` = `subscriptions`.`topic` AND `shown`.`digest` = `subscriptions`.`acknowledged_digest`), -1);
--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `acknowledged_digest`;--> statement-breakpoint
ALTER TABLE `pending_verifications` ADD `claim_doubted` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `pending_verifications_claimed` ON `pending_verifications` (`claim`) WHERE claim is not null;