ALTER TABLE "console_claims" ADD COLUMN "business" text collate "C";--> statement-breakpoint
ALTER TABLE "console_people" ADD COLUMN "businesses" text collate "C";