CREATE TABLE "job_seals" (
	"log" bigint NOT NULL,
	"n" bigint NOT NULL,
	"position" bigint NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"finished" text collate "C" NOT NULL,
	"decision" text collate "C" NOT NULL,
	"salt" text collate "C" NOT NULL,
	CONSTRAINT "job_seals_log_n_position_pk" PRIMARY KEY("log","n","position")
);
--> statement-breakpoint
CREATE INDEX "job_seals_by_job" ON "job_seals" USING btree ("job_id");