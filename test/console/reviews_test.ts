/** Reviews in the console: what waits, finding one, and every decision on it. */
import { describe, expect, test } from "bun:test";
import { addJobs } from "../../src/owner/add_jobs.ts";
import { readDoubtfulCopies } from "../../src/owner/join_copies.ts";
import { mentions } from "../../src/owner/mentions.ts";
import { readJobs } from "../../src/owner/read_jobs.ts";
import type { Business } from "../../src/review/mod.ts";
import { findReview, readBusiness, readLog } from "../../src/store/mod.ts";
import { type ConsoleVisitor, openTestConsole } from "../support/console.ts";
import { EVERYTHING_ON, fillConsole } from "../support/console_sample.ts";
import { draftOf, importInto, NOON } from "../support/drafts.ts";
import { formFields } from "../support/form_fields.ts";
import { jobOf } from "../support/jobs.ts";
import { businessOf } from "../support/page_stage.ts";
import { perform } from "../support/perform.ts";
import { openTestStore } from "../support/test_store.ts";

async function consoleWith(...drafts: Parameters<typeof draftOf>[0][]) {
  const store = openTestStore();
  await importInto(
    store,
    drafts.map((draft) => draftOf(draft)),
  );
  const console = openTestConsole({ store });
  return { console, store, olive: await console.as("owner", "Olive"), otto: await console.as("owner", "Otto") };
}

const formAt = async (visitor: ConsoleVisitor, page: string, action: string) =>
  formFields(await visitor.get(page), action);

describe("A review", () => {
  test("is answered, reworded and left without a reply again, each under the name of who did it", async () => {
    const { console, store, olive, otto } = await consoleWith({});
    await using _ = console;
    const fields = await formAt(olive, "/reviews/a1", "/reviews/a1/reply");
    const typed = { ...fields, text: "Thank you, call 555-010-2233" };
    const asked = await olive.post("/reviews/a1/reply", typed);
    expect(asked.status).toBe(422);
    const question = await asked.text();
    expect(question).toContain("Your profile does not publish 555-010-2233");
    expect(question).toContain(">Thank you, call 555-010-2233</textarea>");
    expect((await findReview(store, "a1"))?.replyText).toBeNull();
    const answer = await olive.post("/reviews/a1/reply", { ...typed, contacts: "mask" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/reviews/a1"]);
    expect((await findReview(store, "a1"))?.replyText).toBe("Thank you, call [removed]");
    const stale = await otto.post("/reviews/a1/reply", { ...fields, text: "Mine" });
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(html).toContain(">Mine</textarea>");
    expect(html).toContain("Thank you, call");
    const back = "/reviews/a1/reply?remove=yes";
    expect((await otto.post(back, await formAt(otto, "/reviews/a1", back))).status).toBe(303);
    expect((await findReview(store, "a1"))?.replyText).toBeNull();
    const [last, first] = await readLog(store, { reviewId: "a1", limit: 2 });
    expect([last?.by, first?.by]).toEqual(["Otto", "Olive"]);
    const empty = await olive.post("/reviews/a1/reply", {
      ...(await formAt(olive, "/reviews/a1", "/reviews/a1/reply")),
    });
    expect([empty.status, (await empty.text()).includes("reply-text-a1-error")]).toEqual([422, true]);
  });

  test("keeps the ticks of its mentions where a button beside them is refused", async () => {
    const { console, store, olive } = await consoleWith({});
    await using _ = console;
    await perform(mentions, store, "a1", { technicians: ["Cleo Moss"] });
    const found = "/reviews/a1/mentions?as_found=yes";
    const refused = await olive.post(found, { ...(await formAt(olive, "/reviews/a1", found)), state: "stale" });
    const again = await formFields(refused, "/reviews/a1/mentions");
    expect([refused.status, again.technicians]).toEqual([409, "Cleo Moss"]);
  });

  test("is withheld for one of the closed reasons only, and shown again; the form of before does neither", async () => {
    const { console, store, olive, otto } = await consoleWith({});
    await using _ = console;
    const fields = await formAt(olive, "/reviews/a1", "/reviews/a1/withhold");
    for (const reason of ["", "unverified", "spam", "low_rating"]) {
      expect((await olive.post("/reviews/a1/withhold", { ...fields, reason })).status).toBe(422);
    }
    expect((await olive.post("/reviews/a1/withhold", { ...fields, reason: "abuse" })).status).toBe(303);
    expect((await otto.post("/reviews/a1/withhold", { ...fields, reason: "legal_order" })).status).toBe(409);
    expect((await findReview(store, "a1"))?.withheld).toBe("abuse");
    const show = "/reviews/a1/withhold?undo=yes";
    expect((await otto.post(show, await formAt(otto, "/reviews/a1", show))).status).toBe(303);
    expect((await findReview(store, "a1"))?.withheld).toBeNull();
  });

  test("is shown with the translation of its source below it, where there is one", async () => {
    const { console, olive } = await consoleWith(
      { text: "Llegó a tiempo", translationText: "Came on time" },
      { id: "b2", text: "Tidy", translationText: null },
    );
    await using _ = console;
    expect(await (await olive.get("/reviews/a1")).text()).toMatch(/Llegó a tiempo<\/p>.*Came on time<\/p>/s);
    expect(await (await olive.get("/reviews/b2")).text()).not.toContain("Translation:");
  });

  test("is removed for a reason, which is all that stays of it, and may come back with an import", async () => {
    const { console, store, olive, otto } = await consoleWith({ text: "Secret words" });
    await using _ = console;
    const fields = await formAt(olive, "/reviews/a1", "/reviews/a1/remove");
    await otto.post("/reviews/a1/reply", {
      ...(await formAt(otto, "/reviews/a1", "/reviews/a1/reply")),
      text: "Just now",
    });
    expect((await olive.post("/reviews/a1/remove", { ...fields, reason: "request" })).status).toBe(409);
    const again = await formAt(olive, "/reviews/a1", "/reviews/a1/remove");
    expect((await olive.post("/reviews/a1/remove", { ...again, reason: "rating" })).status).toBe(422);
    expect((await olive.post("/reviews/a1/remove", { ...again, reason: "request" })).status).toBe(303);
    expect(await findReview(store, "a1")).toBeUndefined();
    const gone = await (await olive.get("/reviews/a1")).text();
    expect([gone.includes("Secret"), gone.includes("Requested by its author")]).toEqual([false, true]);
    expect(await (await olive.get("/reviews/removed")).text()).toContain("/reviews/a1");
    const form = await formAt(olive, "/reviews/a1", "/reviews/a1/restore");
    expect((await olive.post("/reviews/a1/restore", form)).status).toBe(303);
    expect((await store.reviews.read((reads) => reads.removal("a1")))?.suppressed).toBe(false);
    expect((await olive.get("/reviews/never")).status).toBe(404);
  });

  test("shows objections of its author and readers until the owner has settled each of them", async () => {
    const { console, store, olive } = await consoleWith({ replyText: "Thanks" });
    await using _ = console;
    const report = { reviewId: "a1", reason: "abuse", email: null } as const;
    await store.reviews.write((writes) => writes.saveReport({ ...report, text: "It is <b>rude</b>" }));
    expect(await (await olive.get("/")).text()).toContain("It is &lt;b>rude&lt;/b>");
    const fields = await formAt(olive, "/reviews/a1", "/reviews/a1/settle");
    store.at(NOON + 1000);
    await store.reviews.write((writes) => writes.saveReport({ ...report, text: "And wrong" }));
    expect((await olive.post("/reviews/a1/settle", fields)).status).toBe(409);
    await olive.post("/reviews/a1/settle", await formAt(olive, "/reviews/a1", "/reviews/a1/settle"));
    expect(await (await olive.get("/")).text()).toContain("Nothing to do");
  });
});

describe("The list of reviews", () => {
  test("is narrowed by every filter, all of which must hold, and what cannot be meant is left out", async () => {
    const { console, olive } = await consoleWith(
      { id: "a1", rating: 5, text: "Quick work", authorName: "Ann" },
      { id: "a2", rating: 2, text: "Late", authorName: "Bob", source: "yelp", date: "2026-04-01", replyText: "Sorry" },
      { id: "a3", rating: 4, text: "", authorName: "Cy", verificationMethod: "none" },
    );
    await using _ = console;
    const shown = async (query: string) => {
      const html = await (await olive.get(`/reviews?${query}`)).text();
      return [...html.matchAll(/href="\/reviews\/(a\d)"/g)].map(([, id]) => id);
    };
    expect(await shown("")).toEqual(["a1", "a3", "a2"]);
    expect(await shown("status=withheld")).toEqual(["a3"]);
    expect(await shown("withheld=unverified")).toEqual(["a3"]);
    expect(await shown("rating=5")).toEqual(["a1"]);
    expect(await shown("max_rating=2")).toEqual(["a2"]);
    expect(await shown("answered=yes")).toEqual(["a2"]);
    expect(await shown("source=Yelp")).toEqual(["a2"]);
    expect(await shown("until=2026-04-30")).toEqual(["a2"]);
    expect(await shown("since=2026-04-30&answered=no&status=published")).toEqual(["a1"]);
    expect(await shown("author=bo&text=late")).toEqual(["a2"]);
    expect(await shown("rating=9&status=secret&since=soon&page=x")).toEqual(["a1", "a3", "a2"]);
    expect(await (await olive.get("/reviews?author=nobody")).text()).toContain("No matching reviews");
  });
});

test("A review is joined by hand with one of the same stars and days, and counts once with it", async () => {
  const long = { source: "google", text: "They came at eight and the boiler was running by noon." };
  const { console, store, olive } = await consoleWith(
    { id: "a1", ...long },
    { id: "a2", ...long, text: "Boiler running again by noon, thank you.", sourceId: "7" },
    { id: "a3", ...long, rating: 1 },
  );
  await using _ = console;
  const html = await (await olive.get("/reviews/a1")).text();
  const offered = [...html.matchAll(/<option value="(a\d)\.([^"]*)"/g)];
  expect(offered.map(([, id]) => id)).toEqual(["a2"]);
  const fields = await formAt(olive, "/reviews/a1", "/reviews/a1/join");
  expect((await olive.post("/reviews/a1/join", { ...fields, other: "" })).status).toBe(422);
  expect((await olive.post("/reviews/a1/join", { ...fields, other: "a2.stale" })).status).toBe(409);
  expect((await olive.post("/reviews/a1/join", { ...fields, other: `a2.${offered[0]?.[2]}` })).status).toBe(303);
  expect([(await findReview(store, "a1"))?.copyOf, (await findReview(store, "a2"))?.copyOf].sort()).toEqual([
    "a1",
    null,
  ]);
});

describe("Doubts that only the owner can settle", () => {
  test("two reviews of one customer are joined or split, and a second decision gets a conflict", async () => {
    const { console, store, olive, otto } = await consoleWith(
      { id: "a1", text: "Great job!" },
      { id: "a2", text: "Great job!", source: "yelp" },
    );
    await using _ = console;
    const page = await (await olive.get("/copies")).text();
    const [, join = ""] = /action="(\/copies\/[^"]+\/join[^"]*)"/.exec(page) ?? [];
    expect(join).toStartWith("/copies/a1/join?other=a2.");
    const fields = await formAt(olive, "/copies", join);
    expect((await olive.post(join, fields)).status).toBe(303);
    expect((await readDoubtfulCopies(store)).pairs).toEqual([]);
    const copies = await Promise.all(["a1", "a2"].map(async (id) => (await findReview(store, id))?.copyOf ?? null));
    const copy = copies[0] === null ? "a2" : "a1";
    expect(copies.filter((each) => each !== null)).toHaveLength(1);
    expect((await otto.post(join.replace("/join?", "/split?"), fields)).status).toBe(409);
    const [, split = ""] =
      /action="([^"]+\/split\?[^"]*)"/.exec(await (await otto.get(`/reviews/${copy}`)).text()) ?? [];
    expect((await otto.post(split, await formAt(otto, `/reviews/${copy}`, split))).status).toBe(303);
    expect((await findReview(store, copy))?.copyOf).toBeNull();
  });

  /** A review that is two days from a job of the same customer's. */
  async function nearMiss() {
    const made = await consoleWith({ verificationMethod: "none", date: "2026-05-20" });
    const { store } = made;
    const file = { name: "jobs.csv", bytes: new TextEncoder().encode("date,customer\n2026-05-18,Jane Doe\n") };
    const { randomBytes } = made.console.services;
    await addJobs(store, readJobs(file).rows, { now: NOON, randomBytes, isDry: false });
    const [job] = await store.jobs.read((reads) => reads.list());
    const id = job?.job.id ?? "";
    const correctJob = () => store.jobs.write((writes) => writes.change(id, { service: "Drains" }));
    return { ...made, action: `/verification/${encodeURIComponent(`a1=${id}`)}`, correctJob };
  }

  test.each([
    ["the same person is confirmed", "confirm", { withheld: null, verificationMethod: "operator_attested" }],
    ["two people is ruled out", "rule-out", { withheld: "unverified" }],
  ])("a near miss that is %s, unless the job was corrected since, and leaves the inbox", async (_, act, outcome) => {
    const { console, store, olive, action: pair, correctJob } = await nearMiss();
    await using _console = console;
    const action = `${pair}/${act}`;
    expect(await (await olive.get("/")).text()).toContain("1 review almost matches a job");
    const fields = await formAt(olive, "/verification", action);
    await correctJob();
    expect((await olive.post(action, fields)).status).toBe(409);
    expect((await olive.post(action, await formAt(olive, "/verification", action))).status).toBe(303);
    expect(await (await olive.get("/verification")).text()).toContain("No near matches");
    expect(await (await olive.get("/")).text()).not.toContain("almost match");
    expect(await findReview(store, "a1")).toMatchObject(outcome);
    expect((await olive.post(`/verification/a1=job_none/${act}`, fields)).status).toBe(404);
  });
});

test("The inbox shows the first step, or that nothing waits; a check lists improvements with links", async () => {
  await using empty = openTestConsole();
  const olive = await empty.as("owner");
  const first = await (await olive.get("/")).text();
  expect(first).toContain("Import your reviews first");
  // Its public address alone is there.
  expect(first).toContain("Set up: 1 of 9 done");
  // One of many businesses has none.
  expect(first).not.toContain("sample data");
  const name = async (profile: Parameters<typeof businessOf>[0]) => {
    const business = { profile: businessOf(profile) as Business, insightsOverrides: null };
    await empty.store.reviews.write((writes) => writes.saveBusiness(business));
    return (await olive.get("/")).text();
  };
  expect(await name({ is_sample: true })).toContain("Until then, sample data is shown.");
  // A business that was added with a name alone.
  expect(await name({ name: "Cat" })).not.toContain("Import <small>✓");
  const { console, olive: owner } = await consoleWith({ replyText: "Thanks" });
  await using _ = console;
  const inbox = await (await owner.get("/")).text();
  expect(inbox).toContain("Nothing to do");
  expect([...inbox.matchAll(/<a href="(\S+)">([^<]*) <small>✓/g)].map(([, to, label]) => [to, label])).toEqual([
    ["/import", "Import"],
    ["/settings/address", "Public address"],
  ]);
  const fields = await formAt(owner, "/", "/inbox/license?answer=no");
  for (const _ of "twice") expect((await owner.post("/inbox/license?answer=no", fields)).status).toBe(303);
  expect(await (await owner.get("/")).text()).not.toContain("CC BY 4.0");
  expect(await (await owner.get("/check")).text()).not.toContain("licence");
  const history = await (await owner.get("/activity")).text();
  expect(history.split("Reuse of the reviews was declined")).toHaveLength(2);
  expect((await owner.post("/inbox/license?answer=yes", fields)).status).toBe(303);
  expect((await readBusiness(console.store))?.profile.license?.name).toBe("CC-BY-4.0");
  expect(await (await owner.get("/")).text()).not.toContain("CC BY 4.0");
  const check = await (await owner.get("/check")).text();
  expect(check).toContain("Could be better");
  expect(check).toContain('href="/insights/check"');
});

test("The console writes instants as the country and the time zone of the business do", async () => {
  await using console = openTestConsole({ environment: EVERYTHING_ON });
  await fillConsole(console.store, (index) => `words ${index}`);
  const inbox = async (language: string) => {
    const olive = await console.as("owner", "Olive");
    return (await (await olive.get("/", { "Accept-Language": language })).text()).replaceAll("\u202f", " ");
  };
  expect(await inbox("en")).toContain(">June 1, 2026 at 7:00 AM CDT</time>");
  expect(await inbox("de")).toContain(">1. Juni 2026 um 07:00 GMT-5</time>");
});

test("The inbox lists one and two stars first, the oldest of them first, and takes a reply in place", async () => {
  const { console, store, olive } = await consoleWith(
    { id: "a1", rating: 5, date: "2026-05-30" },
    { id: "a2", rating: 1, date: "2026-05-29" },
    { id: "a3", rating: 2, date: "2026-05-03" },
    { id: "a4", rating: 3, date: "2026-05-31" },
  );
  await using _ = console;
  const forms = async () => {
    const html = await (await olive.get("/")).text();
    return [...html.matchAll(/action="\/inbox\/(a\d)\/reply"/g)].map(([, id]) => id);
  };
  const number = async () => /class="count">(\d+)</.exec(await (await olive.get("/people")).text())?.[1];
  expect([await forms(), await number()]).toEqual([["a3", "a2", "a4", "a1"], "4"]);
  const fields = await formAt(olive, "/", "/inbox/a3/reply");
  const asked = await olive.post("/inbox/a3/reply", { ...fields, text: "Thank you, call 555-010-2233" });
  expect([asked.status, await asked.text()]).toEqual([422, expect.stringContaining("Inbox")]);
  const sent = await olive.post("/inbox/a3/reply", { ...fields, text: "We have called you." });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/"]);
  expect((await findReview(store, "a3"))?.replyText).toBe("We have called you.");
  expect([await forms(), await number()]).toEqual([["a2", "a4", "a1"], "3"]);
  // Sending it again would replace a reply that has to be on the page.
  const late = await olive.post("/inbox/a3/reply", { ...fields, text: "Mine" });
  const html = await late.text();
  expect([late.status, html.includes("We have called you."), html.includes(">Mine</textarea>")]).toEqual([
    409,
    true,
    true,
  ]);
});

test("A surge of one-star reviews is in the inbox with a page of its facts, and nothing is withheld for it", async () => {
  const NAMES = ["Al Poe", "Bo Roe", "Cy Moe", "Di Low", "Ed <Hay>"];
  const day = "2026-05-30";
  const { console, store, olive } = await consoleWith(
    ...NAMES.map((authorName, at) => ({
      id: `s${at}`,
      rating: 1,
      date: at === 4 ? "2026-05-31" : day,
      authorName,
      isProved: false,
      text: at < 2 ? `Number ${at}: never showed up, and left` : `Bad ${at}`,
      verificationMethod: at === 0 ? ("none" as const) : ("platform" as const),
      sourceUrl: at === 3 ? null : `https://maps.example/r?id=${at}&x=1`,
    })),
    { id: "old", rating: 1, date: "2026-03-10" },
    { id: "customer", rating: 1, date: day },
  );
  await using _ = console;
  const before = await console.kept();
  const inbox = await (await olive.get("/")).text();
  expect(inbox).toMatch(/>5 one-star reviews dated 30\s–\s31 May 2026, none with a matching job</);
  const [, path = ""] = /href="(\/inbox\/one-star\/[^"]*)"/.exec(inbox) ?? [];
  const reader = await console.as("reader", "Rita");
  const html = await (await reader.get(path)).text();
  expect(path).toBe(`/inbox/one-star/${day}`);
  expect(html).toContain("One-star reviews stored here from the 90 days before: 1.");
  expect(html).toContain("None: the list has no job with a customer’s name");
  expect(html).toContain("1 more one-star review from these days matches a job or might, and is not listed here.");
  expect(html).toContain("never showed up, and left</q>");
  expect(html).toContain(">https://maps.example/r?id=1&amp;x=1</a>");
  expect(html.match(/Not provided by the source/g)).toHaveLength(1);
  expect(html.match(/No entry: it was never published/g)).toHaveLength(1);
  expect(html.match(/Entry \d+; first entry on/g)).toHaveLength(4);
  expect(html).not.toContain("<script");
  await store.jobs.write((writes) =>
    writes.insert([
      jobOf({ customerName: "Jane Doe", finished: "2026-05-20", addedAt: NOON }),
      jobOf({ id: "job_00000000000000000002", customerName: "Joe Day", isCancelled: true, nameDigest: null }),
      jobOf({ id: "job_00000000000000000003", customerName: null, forgottenAt: NOON, nameDigest: null }),
    ]),
  );
  const compared = await (await olive.get(path)).text();
  expect(compared).toMatch(/>2 jobs from 1 March\s–\s31 May 2026; listed before the first of these reviews: 1</);
  expect(compared).toContain("1 more job could not be compared");
  for (const other of ["2026-05-31", "2026-02-31", "x"]) {
    expect((await olive.get(`/inbox/one-star/${other}`)).status).toBe(404);
  }
  expect(html).not.toContain("/dismiss");
  expect((await reader.post(`${path}/dismiss`)).status).toBe(403);
  const form = await formFields(await olive.get("/"), `${path}/dismiss`);
  expect((await olive.post(`${path}/dismiss`, { ...form, state: "as it was" })).status).toBe(409);
  const dismissed = await olive.post(`${path}/dismiss`, form);
  expect([dismissed.status, dismissed.headers.get("Location")]).toEqual([303, "/"]);
  expect(await (await olive.get("/")).text()).not.toContain(path);
  expect((await olive.get(path)).status).toBe(200);
  expect((await console.kept()).reviews).toEqual(before.reviews ?? []);
});
