-- The log of changes is only ever added to.
CREATE FUNCTION changes_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the log of changes is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_are_not_altered BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
	FOR EACH STATEMENT EXECUTE FUNCTION changes_are_append_only();
--> statement-breakpoint
-- Names this installation for good: the ids of feed entries are made from it.
INSERT INTO keys (name, value) VALUES ('authority', replace(gen_random_uuid()::text, '-', ''));
