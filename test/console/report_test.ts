/** The report on a month: what it counts, and to which month each belongs. */
import { expect, test } from "bun:test";
import type { Business } from "../../src/review/mod.ts";
import { change, saveReviews, storedReview } from "../store/contract/place.ts";
import { openTestConsole } from "../support/console.ts";
import { invitationOf, jobOf } from "../support/jobs.ts";
import { businessOf } from "../support/page_stage.ts";
import { openTestStore } from "../support/test_store.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");

async function opened() {
  const store = openTestStore().at(NOW);
  const console = openTestConsole({ store });
  const profile = businessOf({ name: "Alder", time_zone: "America/New_York", language: "en" }) as Business;
  const review = (id: string, date: string, rating: number, fields = {}) =>
    storedReview({ id, date, rating, text: `Words of ${id}`, replyText: null, ...fields });
  const replied = (replyDate: string | null) => ({ replyText: "Thank you", replyDate });
  await saveReviews(
    store,
    review("april", "2026-04-30", 1),
    review("first", "2026-05-01", 5, replied("2026-05-01")),
    review("second", "2026-05-20", 4, replied("2026-06-03")),
    // Its author has edited it since.
    review("third", "2026-05-31", 3, replied("2026-05-02")),
    review("month", "2026-05-15", 2, { datePrecision: "month", ...replied(null) }),
    review("hidden", "2026-05-10", 1, { withheld: "abuse" }),
    review("copy", "2026-05-01", 1, { source: "yelp", copyOf: "first" }),
    review("year", "2026-05-01", 1, { datePrecision: "year" }),
    review("june", "2026-06-01", 5),
  );
  await store.reviews.write(async (writes) => {
    await writes.saveBusiness({ profile, insightsOverrides: null });
    const jobs = ["a", "b", "c", "d", "e"].map((id) => jobOf({ id: `job_${id}` }));
    await writes.jobs.insert(jobs);
    const at = (text: string) => Date.parse(text);
    const invited = (id: string, fields: object) => invitationOf({ jobId: `job_${id}`, tokenDigest: id, ...fields });
    // Of the month by the clock of the business, which is four hours behind.
    await writes.jobs.invite([
      invited("a", { invitedAt: at("2026-05-01T03:59:59Z"), answeredAt: at("2026-05-02T00:00:00Z") }),
      invited("b", { invitedAt: at("2026-05-01T04:00:00Z"), answeredAt: at("2026-06-01T04:00:00Z") }),
      invited("c", { invitedAt: at("2026-06-01T03:59:59Z") }),
      invited("d", { invitedAt: at("2026-05-09T00:00:00Z"), undeliverableAt: at("2026-05-09T01:00:00Z") }),
    ]);
  });
  await change(store);
  return { console, store, owner: await console.as("owner") };
}

/** The cells of the table of figures, each as text. */
function figuresIn(html: string): string[][] {
  const rows = [...html.matchAll(/<tr role="row">([\s\S]*?)<\/tr>/g)].map(([, row = ""]) => row);
  return rows.slice(1).map((row) => [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = ""]) => cell));
}

test("A report counts what is published of the month, beside the month before", async () => {
  const { console, store, owner } = await opened();
  await using _ = store;
  await using __ = console;
  const html = await (await owner.get("/report/2026-05")).text();
  expect(html).toContain("<h1>Alder: May 2026</h1>");
  expect(figuresIn(html)).toEqual([
    ["New reviews", "4", "1"],
    ["Average of the new reviews", "3.50", "1.00"],
    ["All reviews at the end of the month", "2.67 from 6 reviews", "1.00 from 1 review"],
    ["New reviews with a reply", "4 of 4", "0 of 1"],
    ["Time to the reply (median)", "7 days", "–"],
    ["Customers invited", "2", "1"],
    ["Customers who answered", "1", "0"],
  ]);
  for (const id of ["first", "second", "third", "month"]) expect(html).toContain(`Words of ${id}`);
  for (const id of ["april", "hidden", "copy", "year", "june"]) expect(html).not.toContain(`Words of ${id}`);
  expect(html).toContain('href="/report/2026-04"');
  expect(html).toContain('href="/report/2026-06"');
});

test("A report lists what was changed for readers in its month, equal sentences once", async () => {
  const { console, store, owner } = await opened();
  await using _ = store;
  await using __ = console;
  await store.reviews.write(async (writes) => {
    const detail = { reply: "given" };
    await writes.recordAct({
      command: "reply",
      lines: [
        { reviewId: "june", detail },
        { reviewId: "first", detail },
      ],
    });
    await writes.recordAct({ command: "profile", lines: [{ detail: { fields: ["telephone"] } }] });
    await writes.recordAct({ command: "import", lines: [{ detail: { added: 2 } }, { reviewId: "june", detail: {} }] });
    await writes.recordAct({ command: "link", lines: [{ detail: { role: "owner" } }] });
  });
  const changesOf = async (month: string) => {
    const [, list = ""] =
      /<ul class="deeds">([\s\S]*?)<\/ul>/.exec(await (await owner.get(`/report/${month}`)).text()) ?? [];
    return [...list.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item = ""]) => item.replace(/<[^>]*>/g, "").trim());
  };
  expect(await changesOf("2026-06")).toEqual([
    "Reviews were imported: 2 new, 0 changed, 0 removed.",
    "The business profile was changed: Phone.",
    "A reply was published. ×2",
  ]);
  expect(await changesOf("2026-05")).toEqual([]);
  // An import has a line for each of its reviews, too.
  const lines = Array.from({ length: 20_001 }, (_, index) => ({ reviewId: `r${index}`, detail: {} }));
  await store.reviews.write((writes) => writes.recordAct({ command: "import", lines }));
  expect(await changesOf("2026-06")).toHaveLength(3);
});

test("A report is of the last whole month unless one is named, which has begun", async () => {
  const { console, store, owner } = await opened();
  await using _ = store;
  await using __ = console;
  expect(await (await owner.get("/report")).text()).toContain("<h1>Alder: May 2026</h1>");
  expect((await owner.get("/report/2026-06")).status).toBe(200);
  expect(await (await owner.get("/report/2026-06", { "Accept-Language": "de" })).text()).toContain("Alder: Juni 2026");
  const rob = await console.as("reader");
  expect((await rob.get("/report/2026-05")).status).toBe(200);
  for (const month of ["2026-07", "2026-13", "2026-00", "0000-01", "2026-5", "2026-05-01", "x"]) {
    expect([month, (await owner.get(`/report/${month}`)).status]).toEqual([month, 404]);
  }
  const first = await owner.get("/report/0001-01");
  expect([first.status, await first.text()]).toEqual([200, expect.not.stringContaining("/report/0000-12")]);
});

test("A business without reviews has the way to its first import in place of a report", async () => {
  await using console = openTestConsole();
  const owner = await console.as("owner");
  expect(await (await owner.get("/report")).text()).toContain('href="/import"');
});
