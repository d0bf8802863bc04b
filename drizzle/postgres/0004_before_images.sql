CREATE TABLE "before_images" (
	"revision" bigint NOT NULL,
	"review_id" text collate "C" NOT NULL,
	"before" text collate "C" NOT NULL,
	CONSTRAINT "before_images_revision_review_id_pk" PRIMARY KEY("revision","review_id")
);
--> statement-breakpoint
CREATE INDEX "before_images_by_review" ON "before_images" USING btree ("review_id");