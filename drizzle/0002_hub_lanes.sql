DROP INDEX `pending_verifications_by_host`;--> statement-breakpoint
DROP INDEX `subscriptions_by_attempt`;--> statement-breakpoint
CREATE INDEX `subscriptions_fresh` ON `subscriptions` (`topic`,`attempted_at`,`acknowledged_digest`) WHERE failures = 0;--> statement-breakpoint
CREATE INDEX `subscriptions_failing` ON `subscriptions` (`topic`,`attempted_at`,`acknowledged_digest`) WHERE failures > 0;--> statement-breakpoint
CREATE INDEX `subscriptions_claimed` ON `subscriptions` (`claim`) WHERE claim is not null;