-- Limits are counted for registrable domains now. SQL cannot tell those: older rows keep their host until they are renewed.
DROP INDEX `pending_verifications_by_attempt`;--> statement-breakpoint
DROP INDEX `subscriptions_by_host`;--> statement-breakpoint
ALTER TABLE `pending_verifications` RENAME COLUMN `callback_host` TO `callback_site`;--> statement-breakpoint
ALTER TABLE `subscriptions` RENAME COLUMN `callback_host` TO `callback_site`;--> statement-breakpoint
ALTER TABLE `pending_verifications` ADD `requester` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `pending_verifications` ADD `turn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `pending_verifications_by_turn` ON `pending_verifications` (`turn`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `pending_verifications_by_site` ON `pending_verifications` (`callback_site`);--> statement-breakpoint
CREATE INDEX `pending_verifications_by_requester` ON `pending_verifications` (`requester`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_site` ON `subscriptions` (`callback_site`);
