/** Jobs and invitations that show only what matters to a test. */
import type { Invitation, InvitationPolicy, Job } from "../../src/invitations/mod.ts";

const DAY_MS = 86_400_000;

/** The settings as they are when nothing is set, with links. */
export const POLICY: InvitationPolicy = {
  mode: "links",
  inviteAfterMs: DAY_MS,
  remindAfterMs: 7 * DAY_MS,
  expiresAfterMs: 90 * DAY_MS,
  contactsKeptMs: 180 * DAY_MS,
  incentive: null,
};

export function jobOf(fields: Partial<Job> = {}): Job {
  return {
    id: "job_00000000000000000001",
    reference: null,
    customerName: "Jane Doe",
    email: "jane@example.com",
    telephone: null,
    finished: "2026-05-01",
    finishedAt: null,
    service: null,
    technician: null,
    area: null,
    language: null,
    mayContact: null,
    isCancelled: false,
    referenceDigest: null,
    nameDigest: "n-jane",
    emailDigest: "e-jane",
    telephoneDigest: null,
    addedAt: 1_777_600_000_000,
    correctedAt: null,
    skippedAt: null,
    skippedNote: null,
    forgottenAt: null,
    ...fields,
  };
}

export function invitationOf(fields: Partial<Invitation> = {}): Invitation {
  return {
    jobId: "job_00000000000000000001",
    tokenDigest: "t1",
    invitedBy: "link",
    invitedAt: 1_777_700_000_000,
    remindedAt: null,
    expiresAt: 1_785_476_000_000,
    undeliverableAt: null,
    answeredAt: null,
    reviewId: null,
    withdrawnAt: null,
    displayName: null,
    licenseWording: null,
    licenseVersion: null,
    licensedAt: null,
    edits: 0,
    ...fields,
  };
}
