CREATE TABLE "photo_files" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"photo" text collate "C" NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "photo_files_by_photo" ON "photo_files" USING btree ("photo");