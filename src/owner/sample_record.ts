/** The record of the sample, counted from jobs that no store keeps: they must not stand among those of the owner. */
import { DAY_MS } from "../durations.ts";
import type { DraftReview } from "../import/mod.ts";
import {
  buildRecord,
  type InvitationPolicy,
  type InvitedBy,
  type ListedJob,
  recordSettings,
} from "../invitations/mod.ts";
import { type KeptRecord, rowsOf, startOfDay, type WithholdingReason } from "../review/mod.ts";

const POLICY: InvitationPolicy = {
  mode: "mail",
  inviteAfterMs: DAY_MS,
  remindAfterMs: 7 * DAY_MS,
  expiresAfterMs: 90 * DAY_MS,
  contactsKeptMs: 180 * DAY_MS,
  incentive: null,
};

export function sampleRecord(list: string, drafts: readonly DraftReview[], timeZone: string): KeptRecord {
  const rows = rowsOf(list, "job", "finished", "asked", "answer", "date", "stars", "withheld", "objection");
  const days = rows.map(({ finished }) => startOfDay(finished, timeZone));
  const isAnswer = new Set(rows.map(({ answer }) => answer));
  const published = drafts.flatMap(({ id, date, rating }) =>
    id !== null && isAnswer.has(id) ? [{ id, date, rating, withheld: null }] : [],
  );
  // The sample contains no text of a withheld review: its job takes its place.
  const withheld = rows.flatMap(({ job, date, stars, withheld: reason }) =>
    reason === "" ? [] : [{ id: job, date, rating: Number(stars), withheld: reason as WithholdingReason }],
  );
  return buildRecord(
    {
      jobs: rows.map((row) => listedJob(row, startOfDay(row.finished, timeZone))),
      answers: [...published, ...withheld],
      contested: new Set(rows.flatMap(({ job, objection }) => (objection === "" ? [] : [job]))),
      removed: [],
      reported: new Set(),
      unsubscribed: new Set(),
      policies: [{ at: Math.min(...days), policy: recordSettings(POLICY) }],
    },
    { policy: POLICY, now: Math.max(...days), timeZone },
  );
}

type Row = Readonly<Record<"job" | "finished" | "asked" | "answer" | "withheld", string>>;

function listedJob({ job: id, finished, asked, answer, withheld }: Row, at: number): ListedJob {
  const reviewId = withheld === "" ? answer || null : id;
  const isReason = asked === "cancelled" || asked === "no_consent" || asked === "no_contact";
  return {
    job: {
      id,
      finished,
      addedAt: at,
      email: asked === "no_contact" ? null : id,
      mayContact: asked !== "no_consent",
      isCancelled: asked === "cancelled",
      reference: id,
      customerName: null,
      telephone: null,
      finishedAt: null,
      service: null,
      technician: null,
      area: null,
      language: null,
      correctedAt: null,
      skippedAt: null,
      skippedNote: null,
      forgottenAt: null,
      referenceDigest: null,
      nameDigest: null,
      emailDigest: null,
      telephoneDigest: null,
    },
    invitation: isReason
      ? null
      : {
          jobId: id,
          tokenDigest: id,
          invitedBy: asked as InvitedBy,
          invitedAt: at,
          remindedAt: null,
          expiresAt: at + POLICY.expiresAfterMs,
          undeliverableAt: null,
          withdrawnAt: null,
          edits: 0,
          reviewId,
          answeredAt: reviewId === null ? null : at,
          displayName: null,
          licenseWording: null,
          licenseVersion: null,
          licensedAt: null,
        },
  };
}
