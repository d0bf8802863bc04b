ALTER TABLE "reviews" ADD COLUMN "log_since" bigint;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "log_changes" bigint DEFAULT 0 NOT NULL;