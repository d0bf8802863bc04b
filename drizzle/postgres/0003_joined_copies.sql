DROP INDEX "reviews_counted";--> statement-breakpoint
DROP INDEX "reviews_published";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "also_at" text collate "C" DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "copy_of" text collate "C";--> statement-breakpoint
CREATE INDEX "reviews_tallied" ON "reviews" USING btree ("withheld","rating","source","verification_method","copy_of");--> statement-breakpoint
CREATE INDEX "reviews_by_date" ON "reviews" USING btree ("date");--> statement-breakpoint
CREATE INDEX "reviews_joined" ON "reviews" USING btree ("copy_of") WHERE copy_of is not null;--> statement-breakpoint
CREATE INDEX "reviews_published" ON "reviews" USING btree (date desc,"id") WHERE withheld is null and copy_of is null;