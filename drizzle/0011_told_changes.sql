CREATE TABLE `revisions` (
	`revision` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `reviews` ADD `changed_in` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `published_in` integer;--> statement-breakpoint
CREATE INDEX `reviews_withdrawn` ON `reviews` (`changed_in`) WHERE published_in is not null and (withheld is not null or copy_of is not null);--> statement-breakpoint
-- What is published now was told by now, at the latest: what came before the notes cannot be told apart.
UPDATE `reviews` SET `changed_in` = (SELECT `revision` FROM `edition`), `published_in` = CASE WHEN `withheld` IS NULL AND `copy_of` IS NULL THEN (SELECT `revision` FROM `edition`) END
	WHERE EXISTS (SELECT 1 FROM `edition`);
--> statement-breakpoint
INSERT INTO `revisions` (`revision`, `at`) SELECT `revision`, `published_at` FROM `edition`;
