/** Decides whom to ask, when, and why a customer is left out. */
import { describe, expect, test } from "bun:test";
import {
  type CustomerHistory,
  customersAmong,
  decideInvitation,
  invitationDueAt,
  type Job,
  jobState,
  type ListedJob,
  lastUseOf,
  openJobs,
  withinHours,
} from "../../src/invitations/mod.ts";
import { invitationOf, jobOf, POLICY } from "../support/jobs.ts";

const at = (iso: string) => Temporal.ZonedDateTime.from(iso).epochMilliseconds;
const NOW = at("2026-05-10T12:00[Europe/Berlin]");
const STRANGER: CustomerHistory = { lastInvitedAt: null, isUnsubscribed: false, isUndeliverable: false };
const CIRCUMSTANCES = { policy: POLICY, now: NOW, timeZone: "Europe/Berlin" };
const MAIL = { ...CIRCUMSTANCES, policy: { ...POLICY, mode: "mail" as const } };
const DAY = 86_400_000;

const notInvited = (job: Partial<Job>, customer = STRANGER, circumstances = CIRCUMSTANCES) =>
  jobState({ job: jobOf(job), invitation: null }, customer, circumstances).reason;

describe("A job without an invitation", () => {
  test("is listed if its customer can be reached and may be asked", () => {
    expect(jobState({ job: jobOf(), invitation: null }, STRANGER, CIRCUMSTANCES)).toEqual({
      status: "listed",
      reason: null,
    });
    expect(notInvited({ mayContact: true })).toBe(null);
  });

  test.each([
    ["cancelled", { isCancelled: true }, STRANGER],
    ["by_owner", { skippedAt: 1 }, STRANGER],
    ["unsubscribed", {}, { ...STRANGER, isUnsubscribed: true }],
    ["no_consent", { mayContact: false }, STRANGER],
    ["no_contact", { email: null }, STRANGER],
    ["asked_recently", {}, { ...STRANGER, lastInvitedAt: NOW - 90 * DAY + 1 }],
    [null, {}, { ...STRANGER, lastInvitedAt: NOW - 90 * DAY }],
    ["too_old", { finished: "2026-02-08" }, STRANGER],
    [null, { finished: "2026-02-09" }, STRANGER],
  ] as const)("is not invited: %p", (reason, job, customer) => {
    expect(notInvited(job, customer)).toBe(reason);
  });

  test("needs an e-mail address for mail, an address of any kind for a link", () => {
    const byTelephone = { email: null, telephone: "+49 30 1234567" };
    expect(notInvited(byTelephone)).toBe(null);
    expect(notInvited(byTelephone, STRANGER, MAIL)).toBe("no_contact");
    expect(notInvited({}, { ...STRANGER, isUndeliverable: true }, MAIL)).toBe("undeliverable");
    expect(notInvited({}, { ...STRANGER, isUndeliverable: true })).toBe(null);
  });
});

test.each([
  ["invited", {}],
  ["reminded", { remindedAt: NOW - 1 }],
  ["expired", { expiresAt: NOW }],
  ["answered", { answeredAt: 1, expiresAt: NOW }],
] as const)("an invited job is %s, whatever has become of the customer since", (status, fields) => {
  const invitation = invitationOf({ expiresAt: NOW + 1, ...fields });
  const listed = { job: jobOf({ isCancelled: true, email: null }), invitation };
  expect(jobState(listed, { ...STRANGER, isUnsubscribed: true }, CIRCUMSTANCES)).toEqual({ status, reason: null });
});

test("an invitation by mail that no mail server accepted leaves its job as it was", () => {
  const standing = (fields: Parameters<typeof jobOf>[0]) => {
    const listed = { job: jobOf(fields), invitation: invitationOf(), isUnsent: true as const };
    return jobState(listed, STRANGER, CIRCUMSTANCES);
  };
  expect(standing({})).toEqual({ status: "listed", reason: null });
  expect(standing({ isCancelled: true })).toEqual({ status: "not_invited", reason: "cancelled" });
});

test("an invitation that came back makes its job undeliverable", () => {
  const listed = { job: jobOf(), invitation: invitationOf({ undeliverableAt: 1 }) };
  expect(jobState(listed, STRANGER, CIRCUMSTANCES)).toEqual({ status: "not_invited", reason: "undeliverable" });
});

describe("When", () => {
  test("a message is sent from 9:00 until before 20:00 of the business's time zone, across a change of the clocks", () => {
    const zone = "America/New_York";
    const sent = (iso: string) =>
      Temporal.Instant.fromEpochMilliseconds(withinHours(at(`${iso}[${zone}]`), zone))
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString();
    expect(sent("2026-05-10T09:00")).toBe("2026-05-10T09:00:00");
    expect(sent("2026-05-10T19:59:59")).toBe("2026-05-10T19:59:59");
    expect(sent("2026-05-10T08:59")).toBe("2026-05-10T09:00:00");
    expect(sent("2026-05-10T20:00")).toBe("2026-05-11T09:00:00");
    expect(sent("2026-03-07T23:30")).toBe("2026-03-08T09:00:00");
  });

  test("an invitation is due INVITE_AFTER from the end of the job's day", () => {
    const due = invitationDueAt(jobOf({ finished: "2026-05-01" }), CIRCUMSTANCES);
    expect(due).toBe(at("2026-05-03T09:00[Europe/Berlin]"));
  });

  test.each([
    ["2026-05-01T16:10", "2026-05-01T18:10"],
    ["2026-05-01T18:45", "2026-05-01T20:45"],
    ["2026-05-01T19:00", "2026-05-02T09:00"],
  ])("with INVITE_AFTER=2h a job of %s is asked about at %s, the same evening until 21:00", (finished, expected) => {
    const policy = { ...CIRCUMSTANCES.policy, inviteAfterMs: 2 * 3_600_000 };
    const timed = jobOf({ finished: "2026-05-01", finishedAt: at(`${finished}[Europe/Berlin]`) });
    expect(invitationDueAt(timed, { ...CIRCUMSTANCES, policy })).toBe(at(`${expected}[Europe/Berlin]`));
    expect(invitationDueAt(jobOf({ finished: "2026-05-01" }), { ...CIRCUMSTANCES, policy })).toBe(
      at("2026-05-02T09:00[Europe/Berlin]"),
    );
  });
});

describe("customersAmong()", () => {
  const invitedAt = 5000;
  const listed = (job: Partial<Job>, invitation: ListedJob["invitation"] = null) => ({ job: jobOf(job), invitation });

  test("knows a customer again by any address, and never by the job itself", () => {
    const other = listed({ id: "job_2", emailDigest: "e-x", telephoneDigest: "t1" }, invitationOf({ invitedAt }));
    const own = listed({ telephoneDigest: "t1" });
    const customer = customersAmong([own, other], new Set());
    expect(customer(own.job).lastInvitedAt).toBe(invitedAt);
    expect(customer(other.job).lastInvitedAt).toBe(null);
  });

  test("goes by the whole name only where there is no address", () => {
    const same = listed({ id: "job_2", emailDigest: "e-x", nameDigest: "n" }, invitationOf({ invitedAt }));
    const nameless = { emailDigest: null, telephoneDigest: null, nameDigest: "n" };
    const card = listed({ id: "job_3", ...nameless }, invitationOf({ invitedAt }));
    expect(customersAmong([same], new Set())(jobOf({ nameDigest: "n" })).lastInvitedAt).toBe(null);
    expect(customersAmong([same, card], new Set())(jobOf(nameless)).lastInvitedAt).toBe(invitedAt);
  });

  test("does not take a customer for asked whom the invitation did not reach, unless an answer came of it", () => {
    const lastInvitedAt = (fields: Parameters<typeof invitationOf>[0]) => {
      const other = listed({ id: "job_2", emailDigest: "e-x", telephoneDigest: "t1" }, invitationOf(fields));
      return customersAmong([other], new Set())(jobOf({ telephoneDigest: "t1" })).lastInvitedAt;
    };
    expect(lastInvitedAt({ invitedAt, undeliverableAt: 6000 })).toBe(null);
    expect(lastInvitedAt({ invitedAt, undeliverableAt: 6000, answeredAt: 7000 })).toBe(invitedAt);
  });

  test("finds who unsubscribed by either address, and which e-mail address mail came back from", () => {
    const returned = listed({ id: "job_2" }, invitationOf({ undeliverableAt: 1 }));
    const customer = customersAmong([returned], new Set(["t-jane"]));
    expect(customer(jobOf())).toMatchObject({ isUnsubscribed: false, isUndeliverable: true });
    const moved = jobOf({ telephoneDigest: "t-jane", emailDigest: "e-new" });
    expect(customer(moved)).toMatchObject({ isUnsubscribed: true, isUndeliverable: false });
  });
});

describe("openJobs()", () => {
  const open = (jobs: readonly ListedJob[], unsubscribed: readonly string[] = []) => {
    const { invited, fresh } = openJobs(jobs, new Set(unsubscribed), { ...CIRCUMSTANCES, channel: "link" });
    return { invited: invited.map(({ job }) => job.id), fresh: fresh.map(({ id }) => id) };
  };
  const job = (id: string, fields: Partial<Job> = {}, invitation: ListedJob["invitation"] = null) => ({
    job: jobOf({ id, emailDigest: id, ...fields }),
    invitation,
  });
  const sent = invitationOf({ invitedAt: NOW - 1, expiresAt: NOW + 1 });

  test("takes one of the jobs of a customer, the first that is listed, and none of who was asked or may not be", () => {
    const jobs = [
      job("a", { emailDigest: "same" }),
      job("b", { emailDigest: "same" }),
      job("c", { mayContact: false }),
      job("d", { emailDigest: "asked" }),
      job("e", { emailDigest: "asked" }, sent),
    ];
    expect(open(jobs)).toEqual({ invited: ["e"], fresh: ["a"] });
  });

  test("goes on with links that are out until they are answered, expired, cancelled or no longer wanted", () => {
    const jobs = [
      job("a", {}, sent),
      job("b", {}, { ...sent, answeredAt: NOW }),
      job("c", {}, { ...sent, expiresAt: NOW }),
      job("d", { isCancelled: true }, sent),
      job("e", {}, sent),
    ];
    expect(open(jobs, ["e"])).toEqual({ invited: ["a"], fresh: [] });
  });
});

test("decide() invites by mail when it is due, and returns until when to wait", () => {
  const fresh = jobOf({ finished: "2026-05-09" });
  expect(decideInvitation(jobOf(), STRANGER, MAIL)).toEqual({ kind: "invite" });
  expect(decideInvitation(fresh, STRANGER, MAIL)).toEqual({
    kind: "wait",
    until: at("2026-05-11T09:00[Europe/Berlin]"),
  });
  const night = { ...MAIL, now: at("2026-05-10T21:00[Europe/Berlin]") };
  expect(decideInvitation(jobOf(), STRANGER, night)).toEqual({
    kind: "wait",
    until: at("2026-05-11T09:00[Europe/Berlin]"),
  });
  expect(decideInvitation(jobOf({ email: null }), STRANGER, MAIL)).toEqual({ kind: "not", reason: "no_contact" });
});

test("contacts are of use until an open invitation ends, or else as long as something happened", () => {
  const job = jobOf({ addedAt: 10, correctedAt: 20 });
  expect(lastUseOf({ job, invitation: null })).toBe(20);
  const open = invitationOf({ invitedAt: 30, remindedAt: 40, expiresAt: 99 });
  expect(lastUseOf({ job, invitation: open })).toBe(99);
  expect(lastUseOf({ job, invitation: { ...open, answeredAt: 50 } })).toBe(50);
  expect(lastUseOf({ job, invitation: { ...open, undeliverableAt: 35 } })).toBe(40);
});
