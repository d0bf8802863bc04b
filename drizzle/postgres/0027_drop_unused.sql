ALTER TABLE "job_seals" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "topic_contents" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "job_seals" CASCADE;--> statement-breakpoint
DROP TABLE "topic_contents" CASCADE;--> statement-breakpoint
DROP INDEX "pending_verifications_by_turn";--> statement-breakpoint
DROP INDEX "pending_verifications_by_requester";--> statement-breakpoint
DROP INDEX "messages_due";--> statement-breakpoint
CREATE INDEX "pending_verifications_due" ON "pending_verifications" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("next_attempt_at") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "pending_verifications" DROP COLUMN "requester";--> statement-breakpoint
ALTER TABLE "pending_verifications" DROP COLUMN "turn";--> statement-breakpoint
ALTER TABLE "pending_verifications" DROP COLUMN "requested_at";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP COLUMN "claimed_content";