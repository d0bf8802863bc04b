import { describe, expect, test } from "bun:test";
import { truncateSync } from "node:fs";
import { reviewsFile, shopWith, Workshop } from "../support/command_line.ts";

test("import saves the reviews of a file and reports how many are new, and once more changes nothing", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }, { id: "a2" }));
  const { code, out } = await shop.run("import", "reviews.json");
  expect(out).toBe("2 new, 0 changed, 0 unchanged; revision 1\n");
  expect(code).toBe(0);
  expect((await shop.run("import", "reviews.json")).out).toBe("0 new, 0 changed, 2 unchanged; revision 1\n");
});

test("import keeps a reply that the file does not contain, since only exports are complete", async () => {
  using shop = await shopWith({ id: "a1" });
  await shop.run("reply", "a1", "Thank you");
  const { out } = await shop.run("import", "reviews.json");
  expect(out).toStartWith("0 new, 0 changed, 1 unchanged");
});

test("import refuses a file with one bad record whole: one line with file, record, field and value, exit code 1", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }, { id: "x", rating: 6 }));
  const { code, out, err } = await shop.run("import", "reviews.json");
  expect(err).toBe(`goodword: ${shop.path("reviews.json")}: reviews[1] (id "x"): rating is 6, expected 1 to 5\n`);
  expect(out).toBe("");
  expect(code).toBe(1);
  expect(shop.has("goodword.sqlite")).toBe(false);
});

test.each([
  ["whose headings have changed", "Wann,Wie\n1,2\n"],
  ["with a bad row", "date,rating,text\n2025-03-14,9,Fine\n"],
  ["that is missing", null],
])("import of a file %s is noted as failing without a terminal, until one works", async (_, content) => {
  using shop = new Workshop();
  shop.write("good.csv", "date,rating,text\n2025-03-14,5,They fixed the leak well\n");
  const run = async (name: string, ...options: string[]) =>
    (await shop.run("import", shop.path(name), "--source", "google", ...options)).code;
  const isFailing = async () => {
    const kept = await shop.withStore((store) => store.reviews.read((reads) => reads.setting("import_failure")));
    return /since":\d/.test(kept ?? "");
  };
  expect(await run("good.csv")).toBe(0);
  if (content !== null) shop.write("next.csv", content);
  expect([await run("next.csv", "--dry-run"), await isFailing()]).toEqual([expect.any(Number), false]);
  expect(await run("next.csv")).not.toBe(0);
  expect(await isFailing()).toBe(true);
  expect([await run("good.csv"), await isFailing()]).toEqual([0, false]);
  shop.context = { ask: async () => "" };
  await run("next.csv");
  expect(await isFailing()).toBe(false);
});

test("import names the first problem and counts the others", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1", rating: 9 }, { id: "x", rating: 6 }, { id: "y", date: "soon" }));
  const { err } = await shop.run("import", "reviews.json");
  expect(err).toContain(
    'reviews[0] (id "a1"): rating is 9, expected 1 to 5 (and 2 more problems; --dry-run shows them)',
  );
  expect(err.split("\n")).toHaveLength(2);
});

test("import --skip-invalid imports the rest, lists what was left out and writes it to a file to mend", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }, { id: "x", rating: 6 }));
  const { code, out } = await shop.run("import", "reviews.json", "--skip-invalid", "--rejects", "rejects.json");
  expect(code).toBe(0);
  expect(out).toContain("1 new, 0 changed, 0 unchanged, 1 refused; revision 1");
  expect(out).toContain("rating is 6, expected 1 to 5");
  shop.write("mended.json", shop.read("rejects.json").replace('"rating": 6', '"rating": 4'));
  expect((await shop.run("import", "mended.json")).out).toStartWith("1 new, 0 changed, 0 unchanged; revision 2");
});

const BAD_ROW = '2026-13-02,5,"two\nlines ""quoted""",Jo V.\n';
const HEAD = "date,rating,text,author\n";

test.each([
  ["CSV", `${HEAD}2026-01-02,5,fine,Jane D.\n${BAD_ROW}`, HEAD + BAD_ROW],
  ["CSV by Excel", "sep=|\ndate|rating\n2026-01-02|5\n2026-01-02|9\n", "sep=|\ndate|rating\n2026-01-02|9\n"],
  ["NDJSON", '{"id":"x","rating":7}\n', '{"id":"x","rating":7}\n'],
])("import --rejects keeps rows of %s as they stood", async (_, file, rejects) => {
  using shop = new Workshop();
  shop.write("reviews.txt", file);
  await shop.run("import", "reviews.txt", "--source", "google", "--skip-invalid", "--rejects", "rejects.txt");
  expect(shop.read("rejects.txt")).toBe(rejects);
});

test("import --rejects never overwrites a file, and imports nothing then", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "x", rating: 6 }));
  shop.write("rejects.json", "mine");
  const { code } = await shop.run("import", "reviews.json", "--skip-invalid", "--rejects", "rejects.json");
  expect(code).toBe(3);
  expect(shop.read("rejects.json")).toBe("mine");
  expect((await shop.run("log", "--json")).json).toEqual([]);
});

test("import --replace makes the set exactly that of the file", async () => {
  using shop = new Workshop();
  shop.write("both.json", reviewsFile({ id: "a1" }, { id: "a2" }));
  shop.write("one.json", reviewsFile({ id: "a2" }));
  await shop.run("import", "both.json");
  const { out } = await shop.run("import", "one.json", "--replace", "--remove-missing");
  expect(out).toBe("0 new, 0 changed, 1 unchanged, 1 removed; revision 2\n");
  expect((await shop.run("list", "--json")).json.reviews.map(({ id }: { id: string }) => id)).toEqual(["a2"]);
});

describe("import --replace that would remove reviews", () => {
  const importing = async (shop: Workshop, ...options: string[]) => {
    shop.write("both.json", reviewsFile({ id: "a1" }, { id: "a2" }));
    shop.write("one.json", reviewsFile({ id: "a2" }));
    await shop.run("import", "both.json");
    const { code, out, err } = await shop.run("import", "one.json", "--replace", ...options);
    return { code, out, err, kept: (await shop.run("list", "--json")).json.total as number };
  };

  test("changes nothing without a terminal, lists them and names the option", async () => {
    using shop = new Workshop();
    const { code, out, err, kept } = await importing(shop);
    expect({ code, kept }).toEqual({ code: 1, kept: 2 });
    expect(out).toStartWith("Missing from the files:\n  a1, 2026-");
    expect(err).toBe(
      "goodword: 1 review is missing from the files, and --replace would remove it; add --remove-missing to do that\n",
    );
  });

  test("lists their ids with --json", async () => {
    using shop = new Workshop();
    const { code, out, kept } = await importing(shop, "--json");
    expect({ code, kept }).toEqual({ code: 1, kept: 2 });
    expect(JSON.parse(out)).toMatchObject({ error: { code: "input_refused" }, would_remove: ["a1"] });
  });

  test.each([
    ["yes", 0, 1],
    ["", 1, 2],
  ])("asks at a terminal, and the answer %j ends with %i", async (answer, expected, left) => {
    const questions: string[] = [];
    using shop = new Workshop();
    const ask = async (question: string) => {
      questions.push(question);
      return answer;
    };
    shop.context = { ask };
    const { code, err, kept } = await importing(shop);
    expect({ code, kept }).toEqual({ code: expected, kept: left });
    expect(err).toContain("  a1, 2026-");
    expect(questions).toEqual(["Remove 1 review? (yes, no) [no] "]);
  });
});

test("import --replace with a file that only describes the business removes no review", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  shop.write("business.json", JSON.stringify({ business: { name: "Ace & Daughter" } }));
  await shop.run("import", "reviews.json");
  await shop.run("import", "business.json", "--replace");
  expect((await shop.run("stats", "--json")).json).toMatchObject({
    business: "Ace & Daughter",
    transparency: { published: 1 },
  });
});

test("import --name-policy counts for later imports too, until another is chosen", async () => {
  using shop = new Workshop();
  shop.write("reviews.csv", "date,rating,text,author\n2026-01-02,5,fine,Jane Doe\n");
  const nameAfter = async (...options: string[]) => {
    const { out } = await shop.run("import", "reviews.csv", "--source", "google", ...options);
    return [(await shop.run("list", "--json")).json.reviews[0].author, out.includes("Names are now stored as")];
  };
  expect(await nameAfter("--name-policy", "full")).toEqual(["Jane Doe", true]);
  expect(await nameAfter()).toEqual(["Jane Doe", false]);
  expect(await nameAfter("--name-policy", "full")).toEqual(["Jane Doe", false]);
  expect(await nameAfter("--name-policy", "first")).toEqual(["Jane", true]);
  expect(await nameAfter()).toEqual(["Jane", false]);
  await shop.run("import", "reviews.csv", "--source", "google", "--name-policy", "initials", "--dry-run");
  expect(await nameAfter()).toEqual(["Jane", false]);
});

test("import --name-policy is remembered of an import that changes nothing", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  shop.write("more.json", reviewsFile({ id: "a2", author: { name: "Max Power" } }));
  await shop.run("import", "reviews.json");
  await shop.run("import", "reviews.json", "--name-policy", "full");
  await shop.run("import", "more.json");
  const { json } = await shop.run("list", "--json");
  expect(json.reviews.map(({ author }: { author: string }) => author)).toEqual(["Jane D.", "Max Power"]);
});

test("import --replace with a file without reviews is refused, unless --allow-empty is given", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  shop.write("empty.json", reviewsFile());
  await shop.run("import", "reviews.json");
  const { code, err } = await shop.run("import", "empty.json", "--replace");
  expect(err).toBe(
    `goodword: ${shop.path("empty.json")}: it contains no reviews, so --replace would remove all stored ones; add --allow-empty to do that\n`,
  );
  expect(code).toBe(1);
  expect((await shop.run("stats", "--json")).json.transparency.published).toBe(1);
  expect((await shop.run("import", "empty.json", "--replace", "--allow-empty")).code).toBe(1);
  const meant = await shop.run("import", "empty.json", "--replace", "--allow-empty", "--remove-missing");
  expect(meant.out).toBe(
    "0 new, 0 changed, 0 unchanged, 1 removed; revision 2\nThe files contain no reviews: their list is empty\n",
  );
});

test.each([
  ["--replace with --skip-invalid, which would remove the records that it leaves out", ["--replace", "--skip-invalid"]],
  ["--rejects without --skip-invalid", ["--rejects", "rejects.json"]],
  ["--allow-empty without --replace", ["--allow-empty"]],
  ["--remove-missing without --replace", ["--remove-missing"]],
])("import refuses %s", async (_, options) => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  expect((await shop.run("import", "reviews.json", ...options)).code).toBe(2);
});

test("import of a CSV without a business calls it unnamed and points to goodword init", async () => {
  using shop = new Workshop();
  shop.write("reviews.csv", "date,rating,text,author\n2026-01-02,5,fine,Jane D.\n");
  const { out } = await shop.run("import", "reviews.csv", "--source", "google");
  expect(out).toContain("goodword init");
  expect((await shop.run("stats", "--json")).json.business).toBe("Unnamed business");
});

test("import of a goodword file of reviews alone adds them to a business that is known, and is refused otherwise", async () => {
  using shop = new Workshop();
  const { reviews } = JSON.parse(reviewsFile({ id: "r2" }));
  shop.write("reviews.json", JSON.stringify({ reviews }));
  const refused = await shop.run("import", "reviews.json");
  expect([refused.code, refused.err.replace(/: .*reviews\.json/, ": reviews.json")]).toEqual([
    1,
    'goodword: reviews.json: business is missing, and none is known here yet; add "business": {"name": "..."} to it, or import it together with your business.json\n',
  ]);
  shop.write("business.json", JSON.stringify({ business: { name: "Ace" } }));
  expect((await shop.run("import", "business.json", "reviews.json")).out).toContain("1 new");
  expect((await shop.run("import", "reviews.json")).out).toContain("0 new, 0 changed, 1 unchanged");
  expect((await shop.run("stats", "--json")).json.business).toBe("Ace");
});

test("import withholds reviews without verification and names the option that publishes them, --verified-by", async () => {
  using shop = new Workshop();
  shop.write("reviews.csv", "date,rating,text,author\n2026-01-02,5,fine,Jane D.\n");
  const first = await shop.run("import", "reviews.csv", "--source", "google");
  expect(first.out).toContain("1 new, 0 changed, 0 unchanged, 1 withheld; revision 1");
  expect(first.out).toContain("--verified-by METHOD");
  const again = await shop.run("import", "reviews.csv", "--source", "google", "--verified-by", "operator_attested");
  expect(again.out).toBe(
    "0 new, 1 changed, 0 unchanged; revision 2\nYour business has no name yet: run goodword init, then import the business.json it writes.\n",
  );
  expect((await shop.run("list", "--status", "published", "--json")).json.total).toBe(1);
});

test("import of the owner's own file replaces the sample, with a note", async () => {
  using shop = new Workshop();
  const sample = {
    business: { name: "Sample Inc", is_sample: true },
    reviews: JSON.parse(reviewsFile({ id: "s1" })).reviews,
  };
  shop.write("sample.json", JSON.stringify(sample));
  shop.write("own.csv", "date,rating,text,author\n2026-01-02,5,fine,Jane D.\n");
  await shop.run("import", "sample.json");
  const { out } = await shop.run("import", "own.csv", "--source", "google");
  expect(out).toContain("Your reviews replaced the sample data.");
  expect((await shop.run("stats", "--json")).json).toMatchObject({
    business: "Unnamed business",
    transparency: { imported: 1 },
  });
});

test("import reads a folder, an archive of files beside it and standard input", async () => {
  using shop = new Workshop();
  shop.write("all/business.json", JSON.stringify({ business: { name: "Ace" } }));
  shop.write("all/deep/reviews.csv", "date,rating,text,author\n2026-01-02,5,fine,Jane D.\n");
  shop.write("all/photo.jpg", new Uint8Array([255, 216, 255]));
  expect((await shop.run("import", shop.path("all"), "--source", "google")).out).toStartWith("1 new");
  shop.context = { readInput: async () => new TextEncoder().encode(reviewsFile({ id: "b1" })) };
  expect((await shop.run("import", "-")).out).toStartWith("1 new");
});

test("import --json prints one JSON document, for success and for refusal", async () => {
  using shop = new Workshop();
  shop.write("good.json", reviewsFile({ id: "a1" }));
  shop.write("bad.json", reviewsFile({ id: "x", rating: 6 }));
  expect((await shop.run("import", "good.json", "--json")).json).toMatchObject({ revision: 1, new: 1, changed: 0 });
  expect((await shop.run("import", "bad.json", "--json")).json).toMatchObject({
    error: { code: "input_refused" },
    problems: [{ path: "reviews[0]", id: "x", field: "rating", value: "6" }],
  });
});

test("import analyses stored reviews again when it changes the catalog", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1", text: "Amy fixed the drain" }));
  shop.write("business.json", JSON.stringify({ business: { name: "Ace Plumbing", technicians: ["Amy"] } }));
  await shop.run("import", "reviews.json");
  const keyOf = () =>
    shop.withStore(async ({ reviews }) => {
      const kept = await reviews.read((reads) => reads.reviewsOtherThan([]));
      return kept.map(({ analysisKey }) => analysisKey);
    });
  const before = await keyOf();
  await shop.run("import", "business.json");
  expect(await keyOf()).not.toEqual(before);
  await shop.run("export", "all.json");
  expect(JSON.parse(shop.read("all.json")).reviews[0].mentions.technicians).toEqual(["Amy"]);
});

test("import reads regular files only, and folders that hold some", async () => {
  using shop = new Workshop();
  const missing = shop.path("nowhere.json");
  expect(await shop.run("import", missing)).toMatchObject({ code: 3, err: `goodword: ${missing}: no such file\n` });
  expect((await shop.run("import", "/dev/null")).err).toContain(
    "/dev/null: not a regular file; use - for standard input",
  );
  shop.write("photos/a.jpg", "");
  expect((await shop.run("import", shop.path("photos"))).err).toContain("no review files in this folder");
});

test("import refuses a file beyond 512 MB before it reads it", async () => {
  using shop = new Workshop();
  truncateSync(shop.write("huge.json", ""), 513 * 1024 * 1024);
  const { code, err } = await shop.run("import", "huge.json");
  expect(err).toContain("Larger than 512 MB; split the file");
  expect(code).toBe(1);
});

test("import refuses a file in which two reviews have one id at their source, and changes nothing", async () => {
  using shop = new Workshop();
  const file = (one: string, other: string) =>
    reviewsFile(
      { id: "a", source: { name: "google", id: one }, text: "Fixed our boiler" },
      { id: "b", source: { name: "google", id: other }, text: "Replaced the sink" },
    );
  shop.write("kept.json", file("1", "2"));
  await shop.run("import", "kept.json");
  for (const [one, other] of [
    ["2", "1"],
    ["7", "7"],
  ] as const) {
    shop.write("swapped.json", file(one, other));
    for (const option of ["--dry-run", "--json"]) {
      const { code, err } = await shop.run("import", "swapped.json", option);
      expect(err).toContain(`cannot have the id "${one}" at google: review`);
      expect(code).toBe(1);
    }
  }
  shop.write("moved.json", file("3", "1"));
  expect((await shop.run("import", "moved.json")).out).toBe("0 new, 2 changed, 0 unchanged; revision 2\n");
});

test("import reports a changed business", async () => {
  using shop = new Workshop();
  shop.write("before.json", JSON.stringify({ business: { name: "Ace" } }));
  shop.write("after.json", JSON.stringify({ business: { name: "Ace & Daughter" } }));
  await shop.run("import", "before.json");
  expect((await shop.run("import", "after.json")).out).toBe(
    "0 new, 0 changed, 0 unchanged, business changed; revision 2\n",
  );
});

test("import refuses a table with nothing but its header", async () => {
  using shop = new Workshop();
  shop.write("reviews.csv", "date,rating,text\n");
  for (const options of [[], ["--dry-run"]]) {
    const { code, err } = await shop.run("import", "reviews.csv", "--source", "google", ...options);
    expect([code, err]).toEqual([1, expect.stringContaining("a header row without reviews")]);
  }
});

test("import of several files skips a list of jobs, and names the command that reads it", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  shop.write("jobs.csv", "Job Number,Completed,Customer,Service,Technician\n7,2026-01-05,Ann Lee,Repair,Tom\n");
  const { code, out } = await shop.run("import", "reviews.json", "jobs.csv");
  expect(code).toBe(0);
  expect(out).toContain("1 new, 0 changed, 0 unchanged");
  expect(out).toContain("jobs.csv is a list of jobs and was not read: use goodword jobs add");
});

test("import reports missing verifications of new reviews alone", async () => {
  using shop = new Workshop();
  const csv = "review_id,rating,date,text\n1,5,2026-05-01,On time and friendly\n";
  shop.write("r.csv", csv);
  await shop.run("import", "r.csv", "--source", "google", "--verified-by", "operator_attested");
  expect((await shop.run("import", "r.csv", "--source", "google")).out).not.toContain("no verification");
  shop.write("r.csv", `${csv}2,4,2026-05-02,Good work\n`);
  const { out } = await shop.run("import", "r.csv", "--source", "google");
  expect(out).toContain("The review has no verification: it is kept and counted, but not published");
});
