/** Imports in the console, from choosing files to undoing what was imported. */
import { describe, expect, test } from "bun:test";
import { readBusiness } from "../../src/store/mod.ts";
import { takeoutZip } from "../support/takeout.ts";
import { openImportConsole, stateIn } from "../support/upload_stage.ts";

const zip = (count: number, without: readonly number[] = []) =>
  new File([takeoutZip(count, { without }) as BlobPart], "takeout.zip");
const csv = (text: string, name = "reviews.csv") => new File([text], name);

const placeOf = (answer: Response) => answer.headers.get("Location") ?? "";

describe("importing in the console", () => {
  test("takes a Takeout from the choice of the file to the public page in two forms", async () => {
    await using stage = await openImportConsole();
    const { owner } = stage;
    expect(await stage.page("/import")).toContain("No imports yet");
    const sent = await owner.post("/import", { files: zip(12), time_zone: "America/Chicago" });
    expect(sent.status).toBe(303);
    const place = placeOf(sent);
    expect(await stage.page(place)).toContain("Reading your files");
    await stage.worked();
    const looked = await stage.page(place);
    expect(looked).toContain("Preview of the import");
    expect(looked).toContain('value="Brook &amp; Daughter Plumbing"');
    const go = await owner.post(`${place}/go`, {
      state: stateIn(looked, `${place}/go`),
      name: "Brook & Daughter",
      vouches: "yes",
    });
    expect(go.status).toBe(303);
    await stage.worked();
    const done = await stage.page(place);
    expect(done).toContain("Your reviews have been imported");
    expect(done).toContain('href="https://reviews.example.com/"');
    expect((await readBusiness(stage.console.store))?.profile).toMatchObject({
      name: "Brook & Daughter",
      time_zone: "America/Chicago",
    });
    expect(await stage.console.store.reviews.read((reads) => reads.tallies())).not.toEqual([]);
  });

  test("names who imported in the history, and undoes it once", async () => {
    await using stage = await openImportConsole();
    const { owner } = stage;
    await stage.import(zip(3));
    const page = await stage.page("/import");
    expect(page).toContain("3 new, 0 changed");
    expect(page).toContain("Olive");
    expect((await owner.post("/import/revisions/1/undo")).status).toBe(303);
    expect(await stage.page("/import")).toContain("undone");
    expect((await owner.post("/import/revisions/1/undo")).status).toBe(409);
    expect((await owner.post("/import/revisions/99/undo")).status).toBe(404);
    const log = await stage.console.store.reviews.read((reads) => reads.log({ limit: 9 }));
    expect(log.filter(({ by }) => by === "Olive").map(({ command }) => command)).toContain("undo");
  });

  test("shows what vanished at Google before it marks it, unless the owner calls the file incomplete", async () => {
    await using stage = await openImportConsole();
    await stage.import(zip(6));
    const place = await stage.send(zip(6, [2, 4]));
    expect(await stage.page(place)).toMatch(/Gone from their site<\/dt>\s*<dd>2</);
    expect(await stage.submit(place, "full", { full: "no" })).not.toContain("Gone from their site");
    expect(await stage.submit(place, "full", { full: "yes" })).toContain("missing from it are marked");
    const done = await stage.submit(place, "go");
    expect(done).toContain('href="/reviews?gone=yes"');
    const listed = await stage.page("/reviews?gone=yes");
    expect(listed).toContain("2 reviews");
    const [, path = ""] = /href="(\/reviews\/r_[^"]*)"/.exec(listed) ?? [];
    const review = await stage.page(path);
    expect(review).toMatch(/Gone from its site since<\/dt>/);
    expect(review).toContain("An import found that this review is gone from its site.");
    expect(await stage.page("/import")).toContain("0 new, 0 changed. Gone from their site: 2");
  });

  test("marks what is missing from a table once its owner calls it full, and does not ask again about tables like it", async () => {
    await using stage = await openImportConsole();
    const table = (...rows: string[]) => csv(["id,date,rating,text,source", ...rows, ""].join("\n"));
    const [one, two] = ["1,2026-01-02,5,Quiet again,yelp", "2,2026-01-03,4,Fair price,yelp"] as const;
    await stage.import(table(one, two));
    const place = await stage.send(table(one));
    expect(await stage.page(place)).toContain("Nothing to do.");
    expect(await stage.submit(place, "full", { full: "yes" })).toMatch(/Gone from their site<\/dt>\s*<dd>1</);
    await stage.submit(place, "go");
    expect(await stage.page(await stage.send(table(two)))).toMatch(/Gone from their site<\/dt>\s*<dd>1</);
  });

  test("asks before it undoes an import with later changes, and keeps those changes", async () => {
    await using stage = await openImportConsole();
    const { owner } = stage;
    const list = (text: string) =>
      csv(`id,date,rating,text,source\n1,2026-01-02,5,${text},google\n2,2026-01-03,4,Good,google\n`);
    await stage.import(list("Fine"));
    await stage.import(list("Better"));
    const asked = await owner.post("/import/revisions/1/undo");
    expect([asked.status, await asked.text()]).toEqual([409, expect.stringContaining("1 review of this import")]);
    expect((await owner.post("/import/revisions/1/undo?force=yes")).status).toBe(303);
    const left = await stage.console.store.reviews.read((reads) => reads.tallies());
    expect(left).toHaveLength(1);
  });

  test("asks whether a yes shows or hides, with the file's values, and reads it so", async () => {
    await using stage = await openImportConsole();
    const table = "Source,Date,Stars,Text,Consent to publish\nYelp,2026-05-02,5,Good,yes\nYelp,2026-05-03,4,Fine,no\n";
    const place = await stage.send(csv(table));
    const asked = await stage.page(place);
    expect(asked).toContain("Does a column show whether a review is public?");
    expect(asked).toContain("Consent to publish: yes, no");
    expect(asked).toContain(">“Consent to publish”: yes means shown</option>");
    expect(await stage.submit(place, "answers", { "answer-0": "Consent to publish=shown" })).toMatch(
      /Hidden on their site<\/dt>\s*<dd>1<.*For example: Fine/,
    );
  });

  test("names the file that a question is about, and that the answer is for all", async () => {
    await using stage = await openImportConsole();
    const files = [
      csv("Source,Date,Stars,Text\nYelp,2026-05-01,5,On time\n", "plain.csv"),
      csv("Source,Date,How many?,Text\nYelp,2026-05-01,5,Hi\n", "other.csv"),
    ];
    const place = await stage.send(files);
    const asked = await stage.page(place);
    expect(asked).toContain('<p class="quiet">other.csv</p>');
    expect(asked).toContain("If their columns differ, import each file separately");
    expect(await stage.submit(place, "answers", { "answer-0": "How many?" })).toContain(
      "Import files with different columns one at a time",
    );
  });

  test("shows copies of one review by their words and site", async () => {
    await using stage = await openImportConsole();
    const words = "Fixed the boiler in an hour and left it very tidy";
    const rows = ["Yelp", "Google"].map((site) => `${site},2026-05-02,5,${words},Maria Lopez`);
    const place = await stage.send(csv(["Source,Date,Stars,Text,Name", ...rows, ""].join("\n")));
    const joined = (await stage.page(`${place}?kind=joined`)).split("The same customer on two sites")[1] ?? "";
    expect(joined).toContain(words);
    expect(joined).toMatch(/yelp|google/);
    expect(joined).not.toContain("→");
  });

  test("explains why stars beside recommendations are doubted", async () => {
    await using stage = await openImportConsole();
    const rows = ["Yelp,2026-05-02,5,Good,yes", "Yelp,2026-05-03,1,Bad,no"];
    const place = await stage.send(csv(["Source,Date,Stars,Text,Recommends", ...rows, ""].join("\n")));
    const asked = await stage.page(place);
    expect(asked).toContain("Which column has the stars that customers chose?");
    expect(asked).toContain("Every value in “Stars” just repeats “Recommends”: 5 for yes, 1 for no.");
    expect(await stage.submit(place, "answers", { "answer-0": "Stars" })).toContain("Preview of the import");
  });

  test("asks questions as selects, keeps what was answered when one is missing, and goes on", async () => {
    await using stage = await openImportConsole();
    const place = await stage.send(csv("When,How many?,Words\n03/04/2026,5,Good\n04/05/2026,4,Fine\n"));
    const asked = await stage.page(place);
    expect(asked).toContain("Which column has the stars?");
    expect(asked).toContain("<option");
    const more = await stage.submit(place, "answers", { "answer-0": "How many?" });
    expect(more).toContain("Where were these reviews written?");
    const state = stateIn(more, `${place}/answers`);
    const half = await stage.owner.post(`${place}/answers`, { state, "answer-0": "yelp" });
    expect(half.status).toBe(422);
    expect(await half.text()).toMatch(/value="yelp"[\s\S]*Please answer this/);
    expect(await stage.submit(place, "answers", { "answer-0": "yelp", "answer-1": "DD/MM/YYYY" })).toContain(
      "3 April 2026",
    );
    // The way back asks again, with what was answered.
    const back = await stage.submit(place, "restart", {});
    expect(back).toContain('<option value="How many?" selected>');
    expect(await stage.submit(place, "answers", { "answer-0": "How many?" })).toMatch(
      /value="yelp"[\s\S]*<option value="DD\/MM\/YYYY" selected>/,
    );
  });

  test.each([
    [
      "proposes a column that names sites",
      ["Google", "Yelp"],
      '<option value="Where" selected>',
      { "answer-0": "Where" },
    ],
    [
      "takes the site of each review from a column",
      ["Stadtblatt", "Dorfbote"],
      "Or a column that contains this",
      { "answer-0": "", "answer-0-column": "Where" },
    ],
  ] as const)("%s, and shows the first rows below a choice for each", async (_, [one, other], asked, answers) => {
    await using stage = await openImportConsole();
    const rows = [1, 2, 3, 4, 5, 6].map((day) => `2026-05-0${day},5,Good work ${day},${day > 3 ? other : one}`);
    const place = await stage.send(csv(["Date,Stars,Text,Where", ...rows, ""].join("\n")));
    expect(await stage.page(place)).toContain(asked);
    const looked = await stage.submit(place, "answers", answers);
    expect(looked).toMatch(new RegExp(`${one} 3.*${other} 3`, "i"));
    const [, table = ""] = /<section class="first-rows"([\s\S]*?)<\/section>/.exec(looked) ?? [];
    expect(table).toContain('<option value="source" selected>');
    expect(table.match(/<td [^>]*>Good work \d/g)).toHaveLength(5);
    expect(await stage.submit(place, "restart", {})).toContain('<option value="Where" selected>');
  });

  test.each([
    [
      "the day of relative dates",
      "Or another column that has the date",
      "When,Day,Stars",
      (day: number) => `2 weeks ago,2026-05-0${day},5`,
    ],
    [
      "the order of day and month",
      "Or another column that has the date",
      "Date,Day,Stars",
      (day: number) => `0${day}/03/2026,2026-05-0${day},5`,
    ],
    ["the scale", "Or another column that has the stars", "Date,Rating,Mark", (day: number) => `2026-05-0${day},10,5`],
  ] as const)("takes another column in answer to the question about %s", async (_, label, head, cells) => {
    await using stage = await openImportConsole();
    const rows = [1, 2, 3].map((day) => `${cells(day)},Good work ${day},google`);
    const place = await stage.send(csv([`${head},Text,source`, ...rows, ""].join("\n")));
    const asked = await stage.page(place);
    expect(asked).toContain(label);
    const column = label.includes("stars") ? "Mark" : "Day";
    const looked = await stage.submit(place, "answers", { "answer-0": "", "answer-0-column": column });
    expect(looked).toContain("Preview of the import");
    expect(looked).toMatch(/New<\/dt>\s*<dd>3</);
  });

  test("reads columns again as they were chosen after the preview", async () => {
    await using stage = await openImportConsole();
    const place = await stage.send(
      csv("date,stars,Comments,Whose words,Job,source\n2026-01-02,5,On time,Pat Lake,7,google\n"),
    );
    const looked = await stage.page(place);
    expect(looked).toMatch(/name="column-3"[^>]*><option value selected>not used/);
    const form = {
      "column-0": "date",
      "column-1": "rating",
      "column-2": "text",
      "column-3": "author",
      "column-4": "author",
      "column-5": "source",
      state: stateIn(looked, `${place}/columns`),
    };
    const twice = await stage.owner.post(`${place}/columns`, form);
    expect([twice.status, await twice.text()]).toEqual([
      422,
      expect.stringContaining("Two columns have the same meaning"),
    ]);
    const again = await stage.submit(place, "columns", { ...form, "column-4": "" });
    expect(again).toContain("Pat L.");
    expect(again).toMatch(/<option value="author" selected[^>]*>Author/);
    // What was chosen can be taken back, and the one column that has to be there is asked for.
    const without = {
      ...form,
      state: stateIn(again, `${place}/columns`),
      "column-1": "",
      "column-3": "",
      "column-4": "",
    };
    const asked = await stage.submit(place, "columns", without);
    expect(asked).toContain("Which column has the stars?");
    expect(await stage.submit(place, "restart")).toContain("Preview of the import");
  });

  test("offers choices of columns for one table, and not for several that differ", async () => {
    await using stage = await openImportConsole();
    const list = (rating: string) =>
      csv(`date,${rating},text,source\n2026-01-02,5,Fine ${rating},google\n`, `${rating}.csv`);
    const sent = await stage.owner.post("/import", { files: [list("rating"), list("stars")] });
    await stage.worked();
    const html = await stage.page(placeOf(sent));
    expect(html).toContain("import each file separately");
    expect(html).not.toContain('name="column-0"');
  });

  test("asks whether unknown words of a status hide a review, one select a value", async () => {
    await using stage = await openImportConsole();
    const rows = ["Featured", "In progress, later", "Published"].map(
      (status, at) => `2026-01-0${at + 1},5,Fine ${at},"${status}",google`,
    );
    const place = await stage.send(csv(`date,rating,text,status,source\n${rows.join("\n")}\n`));
    const asked = await stage.page(place);
    expect(asked).toContain("Does the site show reviews with “Featured” in the column “status”?");
    const preview = await stage.submit(place, "answers", { "answer-0": "shown", "answer-1": "hidden" });
    // The other two only wait for the owner's confirmation, which the form below asks for.
    expect(preview).toMatch(/Not published<\/dt><dd>1</);
    await stage.submit(place, "go", { name: "Brook", vouches: "yes" });
    const tallies = await stage.console.store.reviews.read((reads) => reads.tallies());
    expect(tallies.filter(({ withheld }) => withheld === "hidden_at_source")).toHaveLength(1);
  });

  test("offers the encodings in which a text may be, with what it is in each", async () => {
    await using stage = await openImportConsole();
    const bytes = [...new TextEncoder().encode("date,rating,text,author,source\n2026-01-02,5,si"), 0xea];
    const file = new File(
      [new Uint8Array([...bytes, ...new TextEncoder().encode(" dobrze,Jan Nowak,google\n")])],
      "r.csv",
    );
    const place = await stage.send(file);
    const asked = await stage.page(place);
    expect(asked).toContain("How is the text encoded?");
    expect(asked).toContain("windows-1250: 2026-01-02,5,się dobrze");
    expect(await stage.submit(place, "answers", { "answer-0": "windows-1250" })).toContain("się dobrze");
  });

  test.each([
    ["reviews", "/import", "date,rating,text,author,source\n2026-01-02,5,donâ€™t go elsewhere,Jan Nowak,google\n"],
    ["jobs", "/jobs/lists", "date,customer,service\n2026-01-02,Jan Nowak,donâ€™t know\n"],
  ])("takes damaged letters of %s as they are only after a question", async (_kind, path, list) => {
    await using stage = await openImportConsole();
    const place = await stage.send(csv(list), path);
    const asked = await stage.page(place);
    expect(asked).toContain("Some characters are garbled");
    expect(asked).toContain("donâ€™t");
    expect(await stage.submit(place, "answers", { "answer-0": "utf-8" })).toContain("Preview of the import");
  });

  test("asks before an id overwrites another review, and goes on without the ids", async () => {
    await using stage = await openImportConsole();
    const list = (row: string) => csv(`review_id,date,rating,text,author,source\n${row}\n`);
    await stage.import(list("1,2026-01-02,5,On time and friendly,Pat Lake,google"));
    const place = await stage.send(list("1,2026-01-05,2,The leak is back,Kim Ford,google"));
    const asked = await stage.page(place);
    expect(asked).toContain("An id now belongs to another review");
    expect(asked).toContain("Ignore the ids");
    const looked = await stage.submit(place, "answers", { "answer-0": "ignore" });
    expect(looked).toContain("Preview of the import");
    await stage.submit(place, "go", { vouches: "yes" });
    expect(await stage.console.store.reviews.read((reads) => reads.tallies())).toHaveLength(2);
  });

  test("keeps what was decided when the name or the word on unreadable records is missing", async () => {
    await using stage = await openImportConsole();
    const { owner } = stage;
    const text = "date,rating,text,source\n2026-01-02,5,Good,google\n2026-01-03,six,Late,google\n";
    const place = await stage.send(csv(text));
    const state = stateIn(await stage.page(place), `${place}/go`);
    const again = await owner.post(`${place}/go`, { state, name: " ", vouches: "yes" });
    expect(again.status).toBe(422);
    const html = await again.text();
    expect(html).toContain("Enter the name of your business");
    expect(html).toContain("Skip these records");
    expect(html).toMatch(/name="vouches"[^>]*checked/);
    const long = await owner.post(`${place}/go`, { state, name: "B".repeat(121), skips: "yes" });
    expect([long.status, (await long.text()).includes("At most 120 characters.")]).toEqual([422, true]);
    const refused = await owner.post(`${place}/refused`);
    expect(await refused.text()).toBe("date,rating,text,source\n2026-01-03,six,Late,google\n");
    expect(await stage.submit(place, "go", { name: "Brook", skips: "yes" })).toContain(
      "Your reviews have been imported",
    );
  });

  test("lets one of two owners decide, and shows the other how it stands", async () => {
    await using stage = await openImportConsole();
    const ada = await stage.console.as("owner", "Ada");
    const place = await stage.send(zip(2));
    const form = { state: stateIn(await stage.page(place), `${place}/go`), name: "Brook" };
    expect((await stage.owner.post(`${place}/go`, form)).status).toBe(303);
    const late = await ada.post(`${place}/go`, { ...form, name: "Ada's" });
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining("Someone else has already done this"),
    ]);
    await stage.worked();
    expect((await readBusiness(stage.console.store))?.profile.name).toBe("Brook");
  });

  test("explains that files are no longer here", async () => {
    await using stage = await openImportConsole();
    const { owner } = stage;
    const page = await owner.get(`/import/${"0".repeat(32)}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("These files are no longer here")]);
    expect((await owner.post(`/import/${"0".repeat(32)}/go`, { state: "1" })).status).toBe(409);
  });

  test("offers no import where the files hold nothing new", async () => {
    await using stage = await openImportConsole();
    await stage.import(zip(2));
    const looked = await stage.page(await stage.send(zip(2)));
    expect(looked).toContain("Nothing to do.");
    expect(looked).not.toMatch(/\/go"/);
    expect(looked).not.toContain("no verification");
  });

  test("asks for the date with a select after a column without dates was chosen", async () => {
    await using stage = await openImportConsole();
    const list = "Zeitpunkt,stars,Words,source\nsoon,5,Good,google\nlater,4,Fine,google\n";
    const place = await stage.send(csv(list));
    const again = await stage.submit(place, "answers", { "answer-0": "Zeitpunkt" });
    expect(again).toContain("Which column has the date?");
    expect(again).toMatch(/<select[^>]*name="answer-0"/);
  });

  test("takes a ninth upload of a day when eight are imported", async () => {
    await using stage = await openImportConsole();
    for (let upload = 1; upload <= 9; upload++) await stage.import(zip(upload));
  });

  test("refuses a form without a file, and another upload while 32 wait", async () => {
    await using stage = await openImportConsole();
    const { owner } = stage;
    expect((await owner.post("/import", { files: new File([], "") })).status).toBe(422);
    const upload = () => owner.post("/import", { files: new File(["x"], "x.txt") });
    for (let number = 0; number < 32; number++) expect((await upload()).status).toBe(303);
    const one = await upload();
    expect([one.status, await one.text()]).toEqual([422, expect.stringContaining("Too many imports")]);
  });

  test("discards what was uploaded", async () => {
    await using stage = await openImportConsole();
    const place = await stage.send(zip(1));
    expect(await stage.page("/import")).toContain("takeout.zip");
    expect((await stage.owner.post(`${place}/discard`)).status).toBe(303);
    expect(await stage.page("/import")).not.toContain("takeout.zip");
  });

  test("shows readers what was imported, and neither forms nor files", async () => {
    await using stage = await openImportConsole();
    const place = await stage.send(zip(1));
    const reader = await stage.console.as("reader");
    const page = await stage.page("/import", reader);
    expect(page).not.toContain('type="file"');
    expect((await reader.get(place)).status).toBe(403);
    expect((await reader.post("/import", { files: zip(1) })).status).toBe(403);
    expect((await reader.post(`${place}/discard`)).status).toBe(403);
  });

  test("shows hostile contents of files as text", async () => {
    await using stage = await openImportConsole();
    const hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>";
    const quoted = hostile.replaceAll('"', '""');
    const file = csv(
      `date,rating,text,author,"${quoted}",source\n2026-01-02,5,"${quoted}","${quoted}",x,google\n`,
      `${hostile}.csv`,
    );
    const place = await stage.send(file);
    for (const path of ["/import", place]) {
      const html = await stage.page(path);
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<img src=x");
    }
  });
});
