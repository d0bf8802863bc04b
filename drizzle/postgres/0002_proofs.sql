ALTER TABLE "reviews" ADD COLUMN "verification_strength" text collate "C";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "marks" text collate "C";