ALTER TABLE "messages" ADD COLUMN "attempted_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_attempted" ON "messages" USING btree ("attempted_at");