import { expect, test } from "bun:test";
import { reviewsFile, shopWith, Workshop } from "../support/command_line.ts";
import { openTestStore } from "../support/test_store.ts";

test("inbox names what waits, the author's objection and the reader's report with their words; settle answers them", async () => {
  using shop = await shopWith({ id: "a1", text: "Came late" }, { id: "a2" });
  expect((await shop.run("inbox")).out).toContain("2 reviews without a reply: goodword reply ID");
  await shop.run("reply", "a2", "Thank you");
  {
    await using store = openTestStore(shop.database).at(shop.now);
    await store.reviews.write(async (writes) => {
      await writes.saveReport({ reviewId: "a1", reason: "abuse", text: "Rude\nwords", email: "jo@example.com" });
      await writes.saveContest("a2", "It is true.");
      await writes.saveReport({ reviewId: "gone", reason: "abuse", text: null, email: null });
    });
  }
  const [{ out }, { json }] = [await shop.run("inbox"), await shop.run("inbox", "--json")];
  expect(out).toContain("A reader reports (abuse) a1: Rude words, from jo@example.com");
  expect(out).toContain("The author contests the withholding of a2: It is true.");
  expect(out).toContain("1 review without a reply");
  expect(json.objections.map(({ id }: { id: string }) => id).sort()).toEqual(["a1", "a2"]);
  shop.now += 1000;
  expect((await shop.run("settle", "a1")).out).toBe("1 objection settled\n");
  expect((await shop.run("settle", "a1")).out).toBe("No open objection or report about a1\n");
  await shop.run("withhold", "a2", "--reason", "abuse");
  expect((await shop.run("inbox", "--json")).json.objections).toEqual([]);
});

test("inbox reports that nothing waits", async () => {
  using shop = await shopWith({ id: "a1" });
  await shop.run("reply", "a1", "Thank you");
  expect((await shop.run("inbox")).out).toBe("Nothing to do\n");
});

test("inbox names a surge of one-star reviews, published or not, unless a job may explain one of its five", async () => {
  const seen = { method: "platform" };
  const unseen = { method: "none" };
  const names = ["Al Poe", "Bo Roe", "Cy Moe", "Di Low", "Ed Hay"];
  using shop = await shopWith(
    ...names.map((name, at) => ({
      id: `s${at}`,
      rating: 1,
      date: `2026-05-${20 + (at % 2)}`,
      text: `Number ${at}`,
      author: { name },
      verification: at < 2 ? seen : unseen,
    })),
  );
  const surges = async () => (await shop.run("inbox", "--json")).json.one_star_surges;
  const ids = ["s0", "s2", "s4", "s1", "s3"];
  expect(await surges()).toEqual([{ from: "2026-05-20", to: "2026-05-21", before: 0, ids }]);
  expect((await shop.run("inbox")).out).toContain(
    "5 one-star reviews from 2026-05-20 to 2026-05-21, none with a matching job",
  );
  shop.write("jobs.csv", "date,customer\n2025-05-14,Al Poe\n2026-05-14,Someone Else\n");
  await shop.run("jobs", "add", "jobs.csv");
  expect(await surges()).toHaveLength(1);
  // The site vouches for this one, so that jobs need not.
  shop.write("jobs.csv", "date,customer\n2026-05-14,Al Poe\n");
  await shop.run("jobs", "add", "jobs.csv");
  expect(await surges()).toEqual([]);
});

test("inbox dismiss takes a surge of one-star reviews out of the inbox until it grows", async () => {
  const oneStar = (at: number) => ({
    id: `s${at}`,
    rating: 1,
    date: "2026-05-20",
    text: `No ${at}`,
    author: { name: `Al ${at}` },
  });
  using shop = await shopWith(...Array.from({ length: 5 }, (_, at) => oneStar(at)));
  const sizes = async () =>
    ((await shop.run("inbox", "--json")).json.one_star_surges as { ids: string[] }[]).map(({ ids }) => ids.length);
  expect(await sizes()).toEqual([5]);
  expect((await shop.run("inbox")).out).toContain("goodword inbox dismiss 2026-05-20");
  const unknown = await shop.run("inbox", "dismiss", "2026-05-21");
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("No surge of one-star reviews begins on") });
  for (let times = 0; times < 2; times++) {
    expect(await shop.run("inbox", "dismiss", "2026-05-20")).toMatchObject({ code: 0 });
    expect(await sizes()).toEqual([]);
  }
  expect((await shop.run("log")).out.match(/inbox dismiss/g)).toHaveLength(1);
  shop.write("more.json", reviewsFile(oneStar(5)));
  expect(await shop.run("import", "more.json")).toMatchObject({ code: 0 });
  expect(await sizes()).toEqual([6]);
});

test("mentions are published in place of those that were found, and --as-found goes by the words again", async () => {
  using shop = await shopWith({ id: "a1", text: "Ana fixed it" });
  await shop.run("profile", "add", "technicians", "Ana Ruiz", "Bob Lee");
  await shop.run("profile", "add", "services", "Drains");
  const published = async () => {
    await shop.run("export", "all.json");
    return JSON.parse(shop.read("all.json")).reviews[0];
  };
  const found = (await published()).mentions;
  const ran = await shop.run("mentions", "a1", "--technician", "Bob Lee", "--service", "drains");
  expect(ran.out).toMatch(/^Mentions of a1 saved; revision \d+\n$/);
  const { mentions, text, rating, edited } = await published();
  expect(mentions).toMatchObject({ technicians: ["Bob Lee"], services: ["drains"], service_areas: [] });
  expect([text, rating, edited]).toEqual(["Ana fixed it", 5, false]);
  expect((await shop.run("mentions", "a1", "--service", "drains", "--technician", "Bob Lee")).out).toContain("Nothing");
  expect((await shop.run("mentions", "a1")).out).toBe("technicians: Bob Lee\nservices: drains\nservice areas: -\n");
  await shop.run("mentions", "a1", "--technician", "Ana Ruiz");
  expect((await published()).mentions).toMatchObject({
    technicians: ["Ana Ruiz"],
    services: ["drains"],
    service_areas: [],
  });
  await shop.run("mentions", "a1", "--service", "");
  expect((await published()).mentions).toMatchObject({ technicians: ["Ana Ruiz"], services: [], service_areas: [] });
  await shop.run("mentions", "a1", "--as-found");
  expect((await published()).mentions).toEqual(found);
  expect((await shop.run("mentions", "zz", "--as-found")).code).not.toBe(0);
});

test("a job's own words contradict no review, and keywords of a service are matched in them", async () => {
  using shop = await shopWith(
    ...["Jane Doe", "Amy Poe", "Ned Roe"].map((name, at) => ({
      id: `a${at}`,
      author: { name },
      verification: { method: "none" },
      text: "They repaired the sewer line.",
    })),
  );
  await shop.run("profile", "add", "services", "Sewer lines", "Burst pipes", "Drains");
  shop.write(
    "jobs.csv",
    "date,customer,service\n2026-04-28,Jane Doe,Sewer camera inspection\n2026-04-28,Amy Poe,Emergency call: sewer line\n2026-04-28,Ned Roe,Drains\n2026-04-28,Ida Moe,Drains\n",
  );
  const added = await shop.run("jobs", "add", "jobs.csv");
  expect(added.out).toContain(
    "4 jobs with a customer's name: 2 verify a review, 1 nearly match one (goodword verify), 1 match no review",
  );
  expect((await shop.run("verify", "--json")).json.near_misses).toMatchObject([
    { id: "a2", reason: "The job is for drains." },
  ]);
});

test("near misses of reviews that the owner vouched for are listed, but do not wait in the inbox", async () => {
  using shop = await shopWith({ id: "a1", author: { name: "Jane D." }, verification: { method: "operator_attested" } });
  shop.write("jobs.csv", "date,customer\n2026-04-28,Jane Doe\n");
  await shop.run("jobs", "add", "jobs.csv");
  expect((await shop.run("verify", "--json")).json.near_misses).toMatchObject([{ id: "a1" }]);
  expect((await shop.run("inbox", "--json")).json).toMatchObject({ near_misses: 0 });
});

test("verify rule-out ends the match of a near miss and proposes the next job; verify confirm reverses it", async () => {
  using shop = await shopWith({
    id: "a1",
    author: { name: "Jane D." },
    verification: { method: "none" },
    date: "2026-05-20",
  });
  shop.write("jobs.csv", "date,customer\n2026-05-18,Jane Doe\n2026-05-10,Jane Dorn\n");
  await shop.run("jobs", "add", "jobs.csv");
  const missesNow = async () => (await shop.run("verify", "--json")).json.near_misses as { id: string; job: string }[];
  const [first] = await missesNow();
  expect((await shop.run("verify", "rule-out", `a1=${first?.job}`, "--by", "AB")).out).toContain("no longer matched");
  const [second, ...others] = await missesNow();
  expect([second?.id, second?.job === first?.job, others]).toEqual(["a1", false, []]);
  expect((await shop.run("verify", "rule-out", `a1=${second?.job}`)).code).toBe(0);
  expect(await missesNow()).toEqual([]);
  expect((await shop.run("inbox", "--json")).json).toMatchObject({ near_misses: 0 });
  expect((await shop.run("verify", "rule-out", `a1=${second?.job}`)).out).toContain("Nothing to do");
  expect((await shop.run("verify", "rule-out", `zz=${first?.job}`)).err).toContain("zz=");
  expect((await shop.run("log", "--json")).json[0]).toMatchObject({ command: "rule out" });
  expect((await shop.run("verify", "confirm", `a1=${first?.job}`)).out).toMatch(/^a1 attested/);
});

test("inbox does not remind of an export after an import of the business alone", async () => {
  using shop = new Workshop();
  shop.write("business.json", JSON.stringify({ business: { name: "Ace" } }));
  await shop.run("import", "business.json");
  shop.now += 100 * 86_400_000;
  expect((await shop.run("inbox", "--json")).json.days_since_export).toBe(null);
});

test("inbox reminds of a new export 90 days after the last one, which may bring nothing new, or after EXPORT_REMINDER", async () => {
  using shop = await shopWith({ id: "a1" });
  await shop.run("reply", "a1", "Thank you");
  const days = async () => (await shop.run("inbox", "--json")).json.days_since_export;
  shop.now += 89 * 86_400_000;
  expect(await days()).toBe(null);
  shop.now += 86_400_000;
  expect((await shop.run("inbox")).out).toBe("90 days since your last export: goodword import takeout.zip\n");
  await shop.run("settings", "set", "EXPORT_REMINDER", "91d");
  expect(await days()).toBe(null);
  await shop.run("settings", "set", "EXPORT_REMINDER", "60d");
  expect(await days()).toBe(90);
  await shop.run("import", "reviews.json");
  expect(await days()).toBe(null);
  await shop.run("settings", "set", "EXPORT_REMINDER", "0d");
  expect((await shop.run("inbox")).out).toBe("Nothing to do\n");
  shop.now += 400 * 86_400_000;
  await shop.run("settings", "set", "EXPORT_REMINDER", "off");
  expect(await days()).toBe(null);
});
