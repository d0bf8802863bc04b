DROP INDEX "reviews_tallied";--> statement-breakpoint
ALTER TABLE "removals" ADD COLUMN "rating" bigint;--> statement-breakpoint
CREATE INDEX "reviews_tallied" ON "reviews" USING btree ("withheld","rating","source","verification_method","provenance","copy_of");