INSERT INTO "outbox" ("kind", "key", "destination", "payload", "owed", "owed_at", "due_at", "attempts", "attempted_at", "sent_at", "ended_at", "outcome")
	SELECT 'mail', job_id || ' ' || kind, 'mail', json_build_object('jobId', job_id, 'kind', kind, 'messageId', message_id, 'putOffAt', put_off_at)::text,
		1, attempted_at, next_attempt_at, attempts, attempted_at, accepted_at, ended_at, outcome
	FROM "messages" WHERE true ORDER BY ended_at IS NOT NULL, id ON CONFLICT DO NOTHING;
--> statement-breakpoint
DROP TABLE "messages" CASCADE;