import { expect, test } from "bun:test";
import { reviewsFile, Workshop } from "../support/command_line.ts";

const CSV = `date,rating,text,author
2026-01-02,5,"Call me at jane@example.com",Jane Doe
2026-01-03,six,"Late",Rob F.
2026-01-02,5,"Call me at jane@example.com",Jane Doe
`;

test("import --dry-run shows every record with file, row, field, value and reason, and changes nothing", async () => {
  using shop = new Workshop();
  const file = shop.write("reviews.csv", CSV);
  const { code, out } = await shop.run("import", "reviews.csv", "--source", "google", "--dry-run");
  expect(out).toContain(`new:\n  ${file}: row 2: r_`);
  expect(out).toContain(`duplicate:\n  ${file}: row 4: the same as ${file}: row 2`);
  expect(out).toContain(`withheld:\n  ${file}: row 2: unverified`);
  expect(out).toContain(`refused:\n  ${file}: row 3: rating is "six", expected`);
  expect(out).toContain(`masked:\n  ${file}: row 2: author: name "Jane Doe" becomes "Jane D."`);
  expect(out).toContain(`${file}: row 2: text: e-mail address "jane@example.com" is masked`);
  expect(code).toBe(1);
  expect(shop.has("goodword.sqlite")).toBe(false);
});

test("import --dry-run names the bidirectional overrides that are taken out of a text", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1", text: "Never \u202edab\u202c again" }));
  const { out } = await shop.run("import", "reviews.json", "--dry-run");
  expect(out).toContain(`reviews[0]: text: bidirectional control "U+202E, U+202C" is removed`);
  const { json } = await shop.run("import", "reviews.json", "--dry-run", "--json");
  expect(json.records.masked).toMatchObject([{ field: "text", kind: "bidi_control", before: "U+202E, U+202C" }]);
});

test("import --dry-run exits with 0 when the import would be done", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  const { code, out } = await shop.run("import", "reviews.json", "--dry-run");
  expect(out).toEndWith("1 new, 0 changed, 0 unchanged\nDry run: nothing was changed\n");
  expect(code).toBe(0);
});

test("import --dry-run shows changed values as they were and would be, and what would be removed", async () => {
  using shop = new Workshop();
  shop.write("before.json", reviewsFile({ id: "a1", rating: 4 }, { id: "gone" }));
  shop.write("after.json", reviewsFile({ id: "a1", rating: 5 }));
  await shop.run("import", "before.json");
  const { out } = await shop.run("import", "after.json", "--replace", "--dry-run");
  expect(out).toContain("reviews[0]: rating 4 -> 5");
  expect(out).toContain("removed:\n  gone, 2026-05-01, 5 of 5");
  expect((await shop.run("list", "--json")).json.total).toBe(2);
});

test("import --dry-run shows reviews that stay out since they were taken down", async () => {
  using shop = new Workshop();
  const file = shop.write("reviews.json", reviewsFile({ id: "a1" }));
  await shop.run("import", "reviews.json");
  await shop.run("remove", "a1", "--reason", "request");
  const { out } = await shop.run("import", "reviews.json", "--dry-run");
  expect(out).toContain(`kept out:\n  ${file}: reviews[0]: a1 was removed; see goodword restore`);
});

test("import --dry-run names the place of a record that joins a review known by another id", async () => {
  using shop = new Workshop();
  const row = "2026-01-02,5,Fine,Jane Doe";
  shop.write("without.csv", `date,rating,text,author\n${row}\n`);
  const file = shop.write("with.csv", `date,rating,text,author,id\n${row},g-7\n`);
  await shop.run("import", "without.csv", "--source", "google");
  const { out } = await shop.run("import", "with.csv", "--source", "google", "--dry-run");
  expect(out).toContain(`changed:\n  ${file}: row 2: sourceId null -> "g-7"`);
  await shop.run("import", "with.csv", "--source", "google");
  const without = await shop.run("import", "without.csv", "--source", "google", "--dry-run", "--json");
  expect(without.json).toMatchObject({ new: 0, changed: 0, records: { unchanged: [{ path: "row 2" }] } });
});

test("import --dry-run shows twenty entries of a kind and counts the rest; --json holds all", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile(...Array.from({ length: 25 }, (_, at) => ({ id: `a${at}` }))));
  expect((await shop.run("import", "reviews.json", "--dry-run")).out).toContain("... and 5 more; --json lists all");
  expect((await shop.run("import", "reviews.json", "--dry-run", "--json")).json.records.new).toHaveLength(25);
});

test("import --dry-run shows what a person would check: sources, days, and a text, a reply, a hidden one", async () => {
  using shop = new Workshop();
  const header = "date,rating,text,author,source,reply,hidden";
  const rows = [
    "2025-03-01,5,Tidy work,Jane,Google,,no",
    "2024-01-31,1,Late,Rob,Yelp,We are sorry,no",
    "2025-02-01,3,Buy pills,X,Google,,yes",
  ];
  shop.write("reviews.csv", [header, ...rows].join("\n"));
  const { out } = await shop.run("import", "reviews.csv", "--dry-run");
  expect(out).toContain(
    'Sources: Google 2, Yelp 1\nDays: 2024-01-31 to 2025-03-01\nTexts: 3, such as "Tidy work"\nReplies: 1, such as "We are sorry"\nHidden by their source: 1, such as "Buy pills"\n',
  );
  const { json } = await shop.run("import", "reviews.csv", "--dry-run", "--json");
  expect(json).toMatchObject({
    sources: { google: 2, yelp: 1 },
    days: { first: "2024-01-31", last: "2025-03-01" },
    texts: 3,
    replies: 1,
    hidden_at_source: 1,
  });
});
