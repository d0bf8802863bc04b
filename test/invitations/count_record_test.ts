/** The record is counted from rows alone: every job is somewhere, and what is left out leaves a gap. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  buildRecord,
  type ListedJob,
  NOT_INVITED_REASONS,
  type RecordRows,
  recordSettings,
} from "../../src/invitations/mod.ts";
import type { RecordCounts } from "../../src/review/mod.ts";
import { invitationOf, jobOf, POLICY } from "../support/jobs.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const AT = { policy: POLICY, now: NOW, timeZone: "UTC" };
const SINCE = Date.parse("2026-01-01T00:00:00Z");
const NOTHING: RecordRows = {
  jobs: [],
  unsubscribed: new Set(),
  answers: [],
  removed: [],
  contested: new Set(),
  reported: new Set(),
  policies: [{ at: SINCE, policy: recordSettings(POLICY) }],
};
let made = 0;
const listed = (job: Parameters<typeof jobOf>[0], invitation: Parameters<typeof invitationOf>[0] | null): ListedJob => {
  const id = `job_${made++}`;
  const own = { id, emailDigest: `e-${id}`, nameDigest: `n-${id}` };
  return {
    job: jobOf({ ...own, ...job }),
    invitation: invitation === null ? null : invitationOf({ jobId: id, ...invitation }),
  };
};
const answered = { answeredAt: NOW - 1 };

describe("buildRecord()", () => {
  test("has no period until invitations were first on, whatever jobs there are", () => {
    const record = buildRecord({ ...NOTHING, policies: [], jobs: [listed({}, {})] }, AT);
    expect(record).toMatchObject({ periods: [], totals: { jobs: 0 }, withheld_reviews: [], policy: { since: null } });
  });

  test("puts a job and all that comes of it into the quarter in which it was finished", () => {
    const jobs = [
      listed({ finished: "2026-03-31" }, { ...answered, reviewId: "seen", edits: 2 }),
      listed({ finished: "2026-04-01" }, { invitedBy: "mail" }),
      listed({ finished: "2026-05-20", email: null, emailDigest: null }, null),
      listed({ finished: "2026-05-21", skippedAt: 1 }, null),
    ];
    const answers = [{ id: "seen", date: "2026-04-02", rating: 4, withheld: null }];
    const { periods, totals } = buildRecord({ ...NOTHING, jobs, answers }, AT);
    expect(periods.map(({ period, jobs }) => [period, jobs])).toEqual([
      ["2026-Q2", 3],
      ["2026-Q1", 1],
    ]);
    expect(periods[1]).toMatchObject({ invited: 1, answered: 1, published: 1, edited: 1 });
    expect(periods[0]).toMatchObject({
      invited: 1,
      answered: 0,
      not_invited: { no_contact: 1, by_owner: 1 },
      invited_by: { mail: 1, link: 0, card: 0 },
    });
    expect(totals).toMatchObject({ jobs: 4, invited: 2, published: 1 });
  });

  test("counts what is withheld or removed by stars and reason, and leaves a gap for what is withheld", () => {
    const jobs = ["abuse", "object", "gone", "back"].map((id) =>
      listed({}, { ...answered, reviewId: id, withdrawnAt: id === "back" ? 1 : null }),
    );
    const { totals, withheld_reviews } = buildRecord(
      {
        ...NOTHING,
        jobs,
        answers: [
          { id: "abuse", date: "2026-05-03", rating: 1, withheld: "abuse" },
          { id: "object", date: "2026-05-09", rating: 2, withheld: "personal_data" },
        ],
        removed: [
          { id: "gone", reason: "legal", rating: 1 },
          { id: "back", reason: "withdrawn", rating: 5 },
        ],
        contested: new Set(["object"]),
        reported: new Set(["abuse"]),
      },
      AT,
    );
    expect(totals).toMatchObject({
      answered: 4,
      published: 0,
      withdrawn: 1,
      contested: 1,
      reported: 1,
      withheld: { "1": { abuse: 1 }, "2": { personal_data: 1 } },
      removed: { "1": { legal: 1 } },
    });
    expect(withheld_reviews).toEqual([
      { date: "2026-05-09", rating: 2, reason: "personal_data", contested: true },
      { date: "2026-05-03", rating: 1, reason: "abuse", contested: false },
    ]);
  });

  test("counts an undeliverable job as not invited", () => {
    const { totals } = buildRecord({ ...NOTHING, jobs: [listed({}, { undeliverableAt: 1 })] }, AT);
    expect(totals).toMatchObject({ invited: 0, invited_by: { link: 0 }, not_invited: { undeliverable: 1 } });
  });

  test("is the same after contacts are forgotten", () => {
    const jobs = [listed({}, null), listed({ finished: "2026-01-02" }, null), listed({}, answered)];
    const forgotten = jobs.map(({ job, invitation }) => ({
      job: { ...job, email: null, customerName: null, forgottenAt: NOW },
      invitation,
    }));
    expect(buildRecord({ ...NOTHING, jobs: forgotten }, AT)).toEqual(buildRecord({ ...NOTHING, jobs }, AT));
  });

  test("lists each change of the settings with its instant", () => {
    const paid = recordSettings({ ...POLICY, mode: "mail", incentive: "A voucher of 5 EUR, whatever the stars" });
    const policies = [...NOTHING.policies, { at: NOW, policy: paid }];
    const { policy } = buildRecord({ ...NOTHING, policies }, AT);
    expect(policy).toMatchObject({ invitations: "mail", incentive: "disclosed", since: "2026-06-15T12:00:00.000Z" });
    expect(policy.history.map(({ since, incentive }) => [since, incentive])).toEqual([
      ["2026-01-01T00:00:00.000Z", "none"],
      ["2026-06-15T12:00:00.000Z", "disclosed"],
    ]);
  });

  test("every job is counted once: listed, invited, or not with one reason; and quarters add up", () => {
    const job = fc.record({
      finished: fc.constantFrom("2025-12-31", "2026-01-01", "2026-05-30"),
      isCancelled: fc.boolean(),
      mayContact: fc.constantFrom(null, true, false),
      skippedAt: fc.constantFrom(null, 1),
    });
    const invitation = fc.option(
      fc.record({ undeliverableAt: fc.constantFrom(null, 1), answeredAt: fc.constantFrom(null, 2) }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(job, invitation)), (pairs) => {
        const jobs = pairs.map(([one, other]) => listed(one, other));
        const { periods, totals } = buildRecord({ ...NOTHING, jobs }, AT);
        const reasons = NOT_INVITED_REASONS.reduce((sum, reason) => sum + (totals.not_invited[reason] ?? 0), 0);
        expect(totals.invited + reasons).toBeLessThanOrEqual(totals.jobs);
        const sum = (of: (counts: RecordCounts) => number) => periods.reduce((total, each) => total + of(each), 0);
        expect([sum(({ jobs }) => jobs), sum(({ invited }) => invited)]).toEqual([totals.jobs, totals.invited]);
        expect(totals.answered).toBeLessThanOrEqual(totals.invited);
      }),
      { numRuns: 200 },
    );
  });
});
