INSERT INTO "outbox" ("kind", "key", "destination", "payload", "owed", "owed_at", "due_at", "attempts")
	SELECT 'verification', topic || ' ' || callback, callback_site,
		json_build_object('topic', topic, 'callback', callback, 'mode', mode, 'secret', secret, 'leaseSeconds', lease_seconds, 'verifyToken', verify_token, 'reason', reason)::text,
		version, 0, next_attempt_at, attempts
	FROM "pending_verifications" ORDER BY id;
--> statement-breakpoint
DROP TABLE "pending_verifications" CASCADE;