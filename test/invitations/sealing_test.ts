import { describe, expect, test } from "bun:test";
import { closingsOf, decisionsToSeal, INVITE, type JobSeal, noCounts } from "../../src/invitations/mod.ts";
import type { RecordPeriod } from "../../src/review/mod.ts";
import { type Entry, sealCommitment, sealRoot } from "../../src/transparency_log/mod.ts";
import { invitationOf, jobOf, POLICY } from "../support/jobs.ts";

const NOW = Date.parse("2026-10-05T12:00:00Z");
const AT = { policy: { ...POLICY, mode: "mail" as const }, now: NOW, timeZone: "America/New_York" };
const sealOf = (job: string, decision: string, n = 0, position = 0): JobSeal => ({
  ...{ job, decision, n, position },
  finished: "2026-09-30",
  salt: new Uint8Array(32).fill(position),
});

describe("decisionsToSeal()", () => {
  const job = jobOf({ id: "job_1", email: "a@example.com", finished: "2026-10-01" });

  test("names for each job that its customer is asked, or the reason why not", () => {
    const jobs = [
      { job, invitation: null },
      { job: { ...job, id: "job_2", isCancelled: true }, invitation: null },
      { job: { ...job, id: "job_3", finished: "2026-01-01", emailDigest: "e3" }, invitation: null },
      {
        job: { ...job, id: "job_4", emailDigest: "e4" },
        invitation: invitationOf({ jobId: "job_4", undeliverableAt: NOW }),
      },
    ];
    const decisions = decisionsToSeal({ jobs, unsubscribed: new Set() }, [], AT);
    expect(decisions.map(({ job, decision }) => [job, decision])).toEqual([
      ["job_1", INVITE],
      ["job_2", "cancelled"],
      ["job_3", "too_old"],
      ["job_4", "undeliverable"],
    ]);
    expect(decisions[0]).toEqual({ job: "job_1", finished: "2026-10-01", decision: INVITE });
  });

  test("leaves out what was sealed last, and names what has changed since", () => {
    const jobs = [{ job, invitation: null }];
    const of = (...decisions: string[]) =>
      decisionsToSeal(
        { jobs, unsubscribed: new Set() },
        decisions.map((decision, n) => sealOf("job_1", decision, n)),
        AT,
      );
    expect(of(INVITE)).toEqual([]);
    expect(of("too_old", INVITE)).toEqual([]);
    expect(of(INVITE, "too_old")).toMatchObject([{ decision: INVITE }]);
  });

  test("forgetting a contact is no other decision", () => {
    const forgotten = { ...job, email: null, customerName: null, forgottenAt: NOW };
    expect(
      decisionsToSeal({ jobs: [{ job: forgotten, invitation: null }], unsubscribed: new Set() }, [], AT),
    ).toMatchObject([{ decision: INVITE }]);
  });
});

describe("closingsOf()", () => {
  const period = (name: string, fields: Partial<RecordPeriod> = {}): RecordPeriod => ({
    period: name,
    ...noCounts(),
    ...fields,
  });
  const seals = [sealOf("job_1", INVITE, 3, 0), sealOf("job_2", "no_contact", 3, 1), sealOf("job_3", INVITE, 4, 0)];
  const asked = (n: number, at: string): Entry => ({
    act: "asked",
    commitment: sealCommitment(2, sealRoot(seals.slice(0, 2))),
    n,
    at: Date.parse(at),
  });
  const opened = [2, Buffer.from(sealRoot(seals.slice(0, 2))).toString("base64")] as const;

  test("closes quarters that are over by the calendar of the business, the running one never", () => {
    const periods = [period("2026-Q4"), period("2026-Q3", { jobs: 2 })];
    expect(closingsOf(periods, { asked: [], seals: [] }, AT)).toMatchObject([{ period: "2026-Q3", seals: [] }]);
    const lastEvening = { ...AT, now: Date.parse("2026-10-01T03:59:59Z") };
    expect(closingsOf(periods, { asked: [], seals: [] }, lastEvening)).toEqual([]);
  });

  test("opens the seals that were made until the end of the quarter, and leaves the others closed", () => {
    const entries = [asked(3, "2026-10-01T03:00:00Z"), asked(4, "2026-10-01T05:00:00Z")];
    const [closing] = closingsOf([period("2026-Q3", { jobs: 2 })], { asked: entries, seals }, AT);
    expect(closing).toEqual({
      act: "quarter",
      period: "2026-Q3",
      figures: { ...noCounts(), jobs: 2 },
      seals: [opened],
    });
  });

  test("opens a seal of which the decisions were lost as what it is, so that the others stay in order", () => {
    const entries = [asked(2, "2026-09-01T03:00:00Z"), asked(3, "2026-09-02T05:00:00Z")];
    const [closing] = closingsOf([period("2026-Q3")], { asked: entries, seals }, AT);
    expect(closing?.seals.map(([size]) => size)).toEqual([0, 2]);
  });

  test("a change of a closed quarter is a correction with its reason, and no change is none", () => {
    const logged: Entry = { act: "quarter", period: "2026-Q3", figures: noCounts(), seals: [], n: 0, at: 0 };
    const correct = (fields: Partial<RecordPeriod>) =>
      closingsOf([period("2026-Q3", fields)], { asked: [logged], seals: [] }, AT).map(({ reason }) => reason);
    expect(correct({})).toEqual([]);
    expect(correct({ answered: 1, published: 1 })).toEqual(["answers"]);
    expect(correct({ jobs: 1, answered: 1 })).toEqual(["jobs"]);
    expect(correct({ not_invited: { no_contact: 1 } })).toEqual(["jobs"]);
  });

  test("a quarter that a restored backup does not know is corrected to nothing, once", () => {
    const logged: Entry = {
      act: "quarter",
      period: "2026-Q2",
      figures: { ...noCounts(), jobs: 3 },
      seals: [],
      n: 0,
      at: 0,
    };
    const closings = closingsOf([], { asked: [logged], seals: [] }, AT);
    expect(closings).toEqual([{ act: "quarter", period: "2026-Q2", figures: noCounts(), seals: [], reason: "jobs" }]);
    const corrected = closings.map((closing, n) => ({ ...closing, n: n + 1, at: 0 }));
    expect(closingsOf([], { asked: [logged, ...corrected], seals: [] }, AT)).toEqual([]);
  });
});
