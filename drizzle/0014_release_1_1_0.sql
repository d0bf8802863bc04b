-- The schema of release 1.1.0.
CREATE TABLE `before_images` (
	`revision` integer NOT NULL,
	`review_id` text NOT NULL,
	`before` text NOT NULL,
	PRIMARY KEY(`revision`, `review_id`)
);
--> statement-breakpoint
CREATE TABLE `business` (
	`id` integer PRIMARY KEY NOT NULL,
	`profile` text NOT NULL,
	`insights_overrides` text,
	CONSTRAINT "business_is_one_row" CHECK("business"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `changes` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`revision` integer NOT NULL,
	`at` integer NOT NULL,
	`command` text NOT NULL,
	`review_id` text,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `edition` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`published_at` integer NOT NULL,
	CONSTRAINT "edition_is_one_row" CHECK("edition"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `keys` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pending_verifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`topic` text NOT NULL,
	`callback` text NOT NULL,
	`callback_site` text NOT NULL,
	`mode` text NOT NULL,
	`secret` text,
	`lease_seconds` integer NOT NULL,
	`verify_token` text,
	`reason` text,
	`requested_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	`claim` text,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`claim_doubted` integer DEFAULT false NOT NULL,
	`requester` text DEFAULT '' NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `removals` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`source_id` text,
	`reason` text NOT NULL,
	`removed_at` integer NOT NULL,
	`was_published` integer NOT NULL,
	`suppressed` integer NOT NULL,
	`content_hash` text
);
--> statement-breakpoint
CREATE TABLE `reviews` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text,
	`source_url` text,
	`date` text NOT NULL,
	`rating` integer NOT NULL,
	`title` text,
	`text` text NOT NULL,
	`language` text,
	`author_name` text NOT NULL,
	`is_anonymous` integer NOT NULL,
	`verification_method` text NOT NULL,
	`verification_date` text,
	`evidence` text,
	`given_mentions` text,
	`reply_text` text,
	`reply_date` text,
	`withheld` text,
	`edited` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`analysis` text,
	`analysis_key` text,
	`verification_strength` text,
	`marks` text,
	`also_at` text DEFAULT '[]' NOT NULL,
	`copy_of` text,
	`given_also_at` text,
	`changed_in` integer DEFAULT 0 NOT NULL,
	`published_in` integer,
	`date_precision` text,
	`translation_text` text,
	`translation_language` text,
	CONSTRAINT "rating_is_stars" CHECK("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE `revisions` (
	`revision` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`topic` text NOT NULL,
	`callback` text NOT NULL,
	`callback_site` text NOT NULL,
	`secret` text,
	`lease_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`acknowledged_revision` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`attempted_at` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	`claim` text,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`last_outcome` text,
	`acknowledged_content` integer DEFAULT -1 NOT NULL,
	`claimed_content` integer DEFAULT 0 NOT NULL,
	`claimed_revision` integer DEFAULT 0 NOT NULL,
	`claim_doubted` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `topic_contents` (
	`topic` text NOT NULL,
	`revision` integer NOT NULL,
	`generation` text NOT NULL,
	`digest` text NOT NULL,
	`content` integer NOT NULL,
	PRIMARY KEY(`topic`, `revision`, `generation`, `digest`)
);
--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `before_images_by_review` ON `before_images` (`review_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_verifications_by_key` ON `pending_verifications` (`topic`,`callback`);
--> statement-breakpoint
CREATE INDEX `pending_verifications_by_requester` ON `pending_verifications` (`requester`);
--> statement-breakpoint
CREATE INDEX `pending_verifications_by_site` ON `pending_verifications` (`callback_site`);
--> statement-breakpoint
CREATE INDEX `pending_verifications_by_turn` ON `pending_verifications` (`turn`,`next_attempt_at`);
--> statement-breakpoint
CREATE INDEX `pending_verifications_claimed` ON `pending_verifications` (`claim`) WHERE claim is not null;
--> statement-breakpoint
CREATE INDEX `removals_by_source_id` ON `removals` (`source`,`source_id`) WHERE source_id is not null;
--> statement-breakpoint
CREATE INDEX `reviews_by_date` ON `reviews` (`date`);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_by_id` ON `reviews` (`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_by_source_id` ON `reviews` (`source`,`source_id`) WHERE source_id is not null;
--> statement-breakpoint
CREATE INDEX `reviews_changed` ON `reviews` (`changed_in`) WHERE withheld is null and copy_of is null;
--> statement-breakpoint
CREATE INDEX `reviews_joined` ON `reviews` (`copy_of`) WHERE copy_of is not null;
--> statement-breakpoint
CREATE INDEX `reviews_published` ON `reviews` (date desc,`id`) WHERE withheld is null and copy_of is null;
--> statement-breakpoint
CREATE INDEX `reviews_tallied` ON `reviews` (`withheld`,`rating`,`source`,`verification_method`,`copy_of`);
--> statement-breakpoint
CREATE INDEX `reviews_withdrawn` ON `reviews` (`changed_in`) WHERE published_in is not null and (withheld is not null or copy_of is not null);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_by_key` ON `subscriptions` (`topic`,`callback`);
--> statement-breakpoint
CREATE INDEX `subscriptions_by_lease` ON `subscriptions` (`lease_until`);
--> statement-breakpoint
CREATE INDEX `subscriptions_by_site` ON `subscriptions` (`callback_site`);
--> statement-breakpoint
CREATE INDEX `subscriptions_claimed` ON `subscriptions` (`claim`) WHERE claim is not null;
--> statement-breakpoint
CREATE INDEX `subscriptions_failing` ON `subscriptions` (`topic`,`attempted_at`,`acknowledged_content`) WHERE failures > 0;
--> statement-breakpoint
CREATE INDEX `subscriptions_fresh` ON `subscriptions` (`topic`,`attempted_at`,`acknowledged_content`) WHERE failures = 0;
--> statement-breakpoint
CREATE TRIGGER `changes_are_not_altered` BEFORE UPDATE ON `changes` BEGIN
	SELECT RAISE(ABORT, 'the log of changes is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `changes_are_not_deleted` BEFORE DELETE ON `changes` BEGIN
	SELECT RAISE(ABORT, 'the log of changes is append-only');
END;
--> statement-breakpoint
INSERT INTO `keys` (`name`, `value`) VALUES ('authority', lower(hex(randomblob(16)))), ('mcp_session', lower(hex(randomblob(32))));
