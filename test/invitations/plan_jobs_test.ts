/** What a list of jobs adds to those that are kept. */
import { describe, expect, test } from "bun:test";
import { type DigestedDraft, type ListedJob, planJobs } from "../../src/invitations/mod.ts";
import { invitationOf } from "../support/jobs.ts";
import { createSeededRandom } from "../support/seeded_random.ts";

function draftOf(fields: Partial<DigestedDraft> = {}): DigestedDraft {
  const { reference = null, customerName = null, email = null, telephone = null } = fields;
  return {
    reference,
    customerName,
    email,
    telephone,
    finished: "2026-05-01",
    service: null,
    technician: null,
    area: null,
    language: null,
    finishedAt: null,
    mayContact: null,
    isCancelled: false,
    isFinished: false,
    isVisit: false,
    referenceDigest: reference,
    nameDigest: customerName,
    emailDigest: email,
    telephoneDigest: telephone,
    ...fields,
  };
}

/** Jobs as a store would keep them. */
class Kept {
  listed: ListedJob[] = [];
  /** Of the last list. */
  reopened: readonly string[] = [];
  #ids = 0;

  add(...drafts: readonly DigestedDraft[]) {
    const plan = planJobs(drafts, { existing: this.listed, now: 1000, newId: () => `job_${this.#ids++}` });
    this.reopened = plan.corrected.flatMap(({ id, isReopened }) => (isReopened ? [id] : []));
    this.listed = this.listed.map(({ job, invitation }) => {
      const fields = plan.corrected.find(({ id }) => id === job.id)?.fields;
      return { job: { ...job, ...fields }, invitation };
    });
    this.listed.push(...plan.added.map((job) => ({ job, invitation: null })));
    const { added, corrected, unchanged, contradicted } = plan;
    return [added.length, corrected.length, unchanged, contradicted.length];
  }

  change(at: number, fields: Partial<ListedJob>) {
    this.listed[at] = { ...this.listed[at]!, ...fields };
  }

  get jobs() {
    return this.listed.map(({ job }) => job);
  }
}

describe("planJobs()", () => {
  test("keeps the time of a job's day that an earlier or a later list has, and drops it with the day", () => {
    const kept = new Kept();
    const times = () => kept.jobs.map(({ finished, finishedAt }) => [finished, finishedAt]);
    kept.add(draftOf({ reference: "A-1", customerName: "Jane Doe" }));
    expect(kept.add(draftOf({ reference: "A-1", finishedAt: 5 }))).toEqual([0, 1, 0, 0]);
    expect(kept.add(draftOf({ reference: "A-1" }))).toEqual([0, 0, 1, 0]);
    expect(times()).toEqual([["2026-05-01", 5]]);
    kept.add(draftOf({ reference: "A-1", finished: "2026-05-02" }));
    expect(times()).toEqual([["2026-05-02", null]]);
  });

  test("takes a job for the same by its reference, and corrects what differs", () => {
    const kept = new Kept();
    kept.add(draftOf({ reference: "A-1", customerName: "Jane Doe", email: "old@x.example" }));
    expect(kept.add(draftOf({ reference: "A-1", email: "new@x.example", finished: "2026-05-02" }))).toEqual([
      0, 1, 0, 0,
    ]);
    expect(kept.jobs).toMatchObject([
      { customerName: "Jane Doe", email: "new@x.example", emailDigest: "new@x.example", finished: "2026-05-02" },
    ]);
  });

  test("corrects nothing once its customer was invited, but for what stops the reminder", () => {
    const kept = new Kept();
    kept.add(draftOf({ reference: "A-1", email: "old@x.example" }));
    kept.change(0, { invitation: invitationOf() });
    expect(kept.add(draftOf({ reference: "A-1", email: "new@x.example" }))).toEqual([0, 0, 1, 0]);
    expect(kept.add(draftOf({ reference: "A-1", email: "new@x.example", isCancelled: true }))).toEqual([0, 1, 0, 0]);
    expect(kept.add(draftOf({ reference: "A-1", mayContact: true }))).toEqual([0, 0, 1, 0]);
    expect(kept.add(draftOf({ reference: "A-1", mayContact: false }))).toEqual([0, 1, 0, 0]);
    expect(kept.add(draftOf({ reference: "A-1", mayContact: false }))).toEqual([0, 0, 1, 0]);
    expect(kept.jobs).toMatchObject([{ email: "old@x.example", isCancelled: true, mayContact: false }]);
  });

  test.each([{ reference: "A-1" }, {}])(
    "takes a customer's later no, with a reference and without: %j",
    (reference) => {
      const kept = new Kept();
      const jane = { ...reference, email: "jane@x.example" };
      kept.add(draftOf({ ...jane, mayContact: true }));
      expect(kept.add(draftOf({ ...jane, mayContact: false }))).toEqual([0, 1, 0, 0]);
      expect(kept.jobs).toMatchObject([{ mayContact: false }]);
    },
  );

  test("corrects a job whose invitation came back, and opens it again once it has another e-mail address", () => {
    const kept = new Kept();
    kept.add(draftOf({ reference: "A-1", email: "old@x.example" }));
    kept.change(0, { invitation: invitationOf({ undeliverableAt: 5 }) });
    expect(kept.add(draftOf({ reference: "A-1", email: "old@x.example" }))).toEqual([0, 0, 1, 0]);
    expect(kept.add(draftOf({ reference: "A-1", email: "old@x.example", technician: "Amy" }))).toEqual([0, 1, 0, 0]);
    expect(kept.reopened).toEqual([]);
    expect(kept.add(draftOf({ reference: "A-1", email: "new@x.example" }))).toEqual([0, 1, 0, 0]);
    expect(kept.reopened).toEqual(["job_0"]);
    expect(kept.jobs).toMatchObject([{ email: "new@x.example", technician: "Amy" }]);
  });

  test("takes another e-mail address for a correction without a reference only where the list has the old one no longer", () => {
    const kept = new Kept();
    const [old, other] = ["old@x.example", "new@x.example"].map((email) =>
      draftOf({ customerName: "Jane Doe", email }),
    );
    kept.add(old!);
    kept.change(0, { invitation: invitationOf({ undeliverableAt: 5 }) });
    expect(kept.add(old!, other!)).toEqual([0, 0, 2, 0]);
    expect(kept.add(other!)).toEqual([0, 1, 0, 0]);
    expect(kept.reopened).toEqual(["job_0"]);
  });

  test("corrects no job whose customer answered, though its reminder came back", () => {
    const kept = new Kept();
    kept.add(draftOf({ reference: "A-1", email: "old@x.example" }));
    kept.change(0, { invitation: invitationOf({ undeliverableAt: 5, answeredAt: 6 }) });
    expect(kept.add(draftOf({ reference: "A-1", email: "new@x.example" }))).toEqual([0, 0, 1, 0]);
  });

  test("brings nothing back of a job that was forgotten", () => {
    const kept = new Kept();
    kept.add(draftOf({ email: "jane@x.example" }));
    const [job] = kept.jobs;
    kept.change(0, { job: { ...job!, email: null, forgottenAt: 5 } });
    expect(kept.add(draftOf({ email: "jane@x.example" }))).toEqual([0, 0, 1, 0]);
    expect(kept.jobs).toMatchObject([{ email: null }]);
  });

  test.each([
    ["e-mail address", { email: "jane@x.example" }, {}],
    ["telephone number", { telephone: "+1 555 010 0000" }, {}],
    ["whole name", { customerName: "Jane Doe" }, {}],
  ])("takes jobs of one day and service for the same by %s", (_, who, more) => {
    const kept = new Kept();
    kept.add(draftOf({ ...who, service: "Drain  cleaning" }));
    expect(kept.add(draftOf({ ...who, ...more, service: "drain cleaning" }))).toEqual([0, 0, 1, 0]);
    expect(kept.add(draftOf({ ...who, service: "heating" }))).toEqual([1, 0, 0, 0]);
    expect(kept.add(draftOf({ ...who, service: "heating", finished: "2026-05-02" }))).toEqual([1, 0, 0, 0]);
  });

  test("keeps two references of one customer and day apart, and gives a job without one its reference", () => {
    const kept = new Kept();
    kept.add(draftOf({ email: "jane@x.example" }));
    expect(kept.add(draftOf({ reference: "A-1", email: "jane@x.example", technician: "Amy" }))).toEqual([0, 1, 0, 0]);
    expect(kept.add(draftOf({ reference: "A-2", email: "jane@x.example" }))).toEqual([1, 0, 0, 0]);
    expect(kept.jobs.map(({ reference }) => reference)).toEqual(["A-1", "A-2"]);
  });

  test("reads several rows of one reference as one job, and refuses those of another customer", () => {
    const kept = new Kept();
    const rows = [
      draftOf({ reference: "A-1", email: "jane@x.example", service: "Drain" }),
      draftOf({ reference: "A-1", email: "jane@x.example", service: "Faucet", technician: "Amy" }),
      draftOf({ reference: "A-1", email: "rob@x.example" }),
    ];
    expect(kept.add(...rows)).toEqual([1, 0, 1, 1]);
    expect(kept.jobs).toMatchObject([{ service: "Drain", technician: "Amy" }]);
    expect(kept.add(...rows)).toEqual([0, 0, 2, 1]);
  });

  test("adding again changes nothing, whatever the list holds and whatever was kept before (300 seeds)", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = createSeededRandom(seed);
      const pick = <T>(...choices: readonly T[]) => choices[Math.floor(random.number() * choices.length)]!;
      const list = (length: number) =>
        Array.from({ length }, () => {
          const email = pick(null, null, "a@x.example", "b@x.example");
          const telephone = pick(null, null, "+1 555 0001");
          // Nobody is known by nothing: such rows are refused before.
          const isNamed = (email ?? telephone) === null || pick(true, false);
          return draftOf({
            email,
            telephone,
            customerName: isNamed ? pick("Jane Doe", "Rob Fox", "Jane D.") : null,
            reference: pick(null, null, "R1", "R2", "R3"),
            service: pick(null, "drain", "heating"),
            finished: pick("2026-05-01", "2026-05-02"),
            technician: pick(null, "Amy", "Bo"),
            mayContact: pick(null, null, true, false),
            isCancelled: pick(false, false, false, true),
          });
        });
      const kept = new Kept();
      kept.add(...list(6));
      for (const at of kept.listed.keys()) {
        const { job } = kept.listed[at]!;
        const fate = pick("as it is", "as it is", "invited", "forgotten");
        if (fate === "invited") kept.change(at, { invitation: invitationOf({ jobId: job.id }) });
        if (fate === "forgotten") kept.change(at, { job: { ...job, email: null, customerName: null, forgottenAt: 5 } });
      }
      const given = list(8);
      const first = kept.add(...given);
      const before = structuredClone(kept.listed);
      const again = kept.add(...given);
      expect([seed, again]).toEqual([seed, [0, 0, 8 - first[3]!, first[3]!]]);
      expect(kept.listed).toEqual(before);
      expect([seed, first.reduce((sum, count) => sum + count)]).toEqual([seed, 8]);
    }
  });
});
