CREATE TABLE "console_challenges" (
	"digest" text collate "C" PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console_claims" (
	"digest" text collate "C" PRIMARY KEY NOT NULL,
	"person_id" text collate "C",
	"role" text collate "C" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console_passkeys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"person_id" text collate "C" NOT NULL,
	"public_key" text collate "C" NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "console_people" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"role" text collate "C" NOT NULL,
	"password_hash" text collate "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console_sessions" (
	"digest" text collate "C" PRIMARY KEY NOT NULL,
	"person_id" text collate "C" NOT NULL,
	"device" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"used_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console_tries" (
	"name_digest" text collate "C" PRIMARY KEY NOT NULL,
	"tries" bigint NOT NULL,
	"last_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "by" text collate "C";--> statement-breakpoint
CREATE INDEX "console_challenges_by_expiry" ON "console_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "console_passkeys_by_person" ON "console_passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "console_people_by_name" ON "console_people" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "console_sessions_by_person" ON "console_sessions" USING btree ("person_id");