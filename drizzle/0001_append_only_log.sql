-- The log of changes is only ever added to.
CREATE TRIGGER `changes_are_not_altered` BEFORE UPDATE ON `changes` BEGIN
	SELECT RAISE(ABORT, 'the log of changes is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `changes_are_not_deleted` BEFORE DELETE ON `changes` BEGIN
	SELECT RAISE(ABORT, 'the log of changes is append-only');
END;
--> statement-breakpoint
-- Names this installation for good: the ids of feed entries are made from it.
INSERT INTO `keys` (`name`, `value`) VALUES ('authority', lower(hex(randomblob(16))));
