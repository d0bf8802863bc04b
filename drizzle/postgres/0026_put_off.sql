DROP INDEX "jobs_by_finished";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "put_off_at" bigint;--> statement-breakpoint
CREATE INDEX "jobs_by_finished" ON "jobs" USING btree ("finished",id desc);