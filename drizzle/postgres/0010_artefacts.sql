CREATE UNLOGGED TABLE "artefact_pieces" (
	"generation" text collate "C" NOT NULL,
	"revision" bigint NOT NULL,
	"number" bigint NOT NULL,
	"bytes" bytea NOT NULL,
	CONSTRAINT "artefact_pieces_generation_revision_number_pk" PRIMARY KEY("generation","revision","number")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "artefacts" (
	"generation" text collate "C" NOT NULL,
	"revision" bigint NOT NULL,
	"published_at" bigint NOT NULL,
	"pieces" bigint NOT NULL,
	"digest" text collate "C" NOT NULL,
	CONSTRAINT "artefacts_generation_revision_pk" PRIMARY KEY("generation","revision")
);
--> statement-breakpoint
-- Compressed already.
ALTER TABLE "artefact_pieces" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
