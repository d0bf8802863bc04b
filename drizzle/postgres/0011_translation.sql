ALTER TABLE "reviews" ADD COLUMN "translation_text" text collate "C";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "translation_language" text collate "C";