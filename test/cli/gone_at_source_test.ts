/** Files that have all reviews of a source show what vanished there, and it stays here. */
import { describe, expect, test } from "bun:test";
import { unzipSync, zipSync } from "fflate";
import { Workshop } from "../support/command_line.ts";
import { takeoutZip } from "../support/takeout.ts";

class Vault extends Workshop {
  /** Imports a file, and returns what was printed. */
  async import(name: string, content: string | Uint8Array, ...options: readonly string[]): Promise<string> {
    this.write(name, content);
    const { out, err } = await this.run("import", name, "--verified-by", "operator_attested", ...options);
    return out + err;
  }

  takeout(...without: readonly number[]): Promise<string> {
    return this.import("takeout.zip", takeoutZip(COUNT, { without }));
  }

  yelp(rows: readonly string[], ...options: readonly string[]): Promise<string> {
    return this.import("yelp.csv", [HEAD, ...rows, ""].join("\n"), "--source", "yelp", ...options);
  }

  /** The days of the marks, by the day of the review. */
  async gone(): Promise<Record<string, string>> {
    const reviews = await this.withStore((store) => store.reviews.read((reads) => reads.reviewsOtherThan([])));
    const marked = reviews.filter(({ goneAtSource }) => goneAtSource !== null);
    return Object.fromEntries(marked.map(({ date, goneAtSource }) => [date, goneAtSource ?? ""]).sort());
  }
}

const COUNT = 6;
const HEAD = "id,date,rating,text,author";
const [ONE, TWO, THREE] = [
  "y1,2026-03-01,5,The boiler is quiet again,Ann Ash",
  "y2,2026-03-09,1,Two hours late,Bob Elm",
  "y3,2026-04-02,4,Fair price,Cy Oak",
] as const;

describe("a Takeout that lacks reviews of an earlier one", () => {
  test("marks them with the day and keeps them; a later file that has one takes its mark away", async () => {
    using shop = new Vault();
    await shop.takeout();
    const before = await shop.gone();
    const out = await shop.takeout(2, 4);
    expect(before).toEqual({});
    expect(out).toStartWith("0 new, 0 changed, 4 unchanged, 2 gone at the source; revision 2");
    expect(out).toContain("2 reviews are no longer at the source: they are kept and marked so");
    expect(await shop.gone()).toEqual({ "2026-05-27": "2026-06-01", "2026-05-29": "2026-06-01" });
    shop.now += 86_400_000;
    expect(await shop.takeout(2, 4)).toStartWith("0 new, 0 changed, 4 unchanged; revision 2");
    expect(await shop.takeout(4)).toStartWith("0 new, 1 changed, 4 unchanged; revision 3");
    expect(await shop.gone()).toEqual({ "2026-05-27": "2026-06-01" });
  });

  test("shows them in a dry run, which marks nothing", async () => {
    using shop = new Vault();
    await shop.takeout();
    shop.write("takeout.zip", takeoutZip(COUNT, { without: [1] }));
    const { out } = await shop.run("import", "takeout.zip", "--dry-run");
    expect(out).toContain("gone:\n  r_");
    expect((await shop.run("import", "takeout.zip", "--dry-run", "--json")).json).toMatchObject({
      gone: 1,
      records: { gone: [{ id: expect.any(String) }] },
    });
    expect(await shop.gone()).toEqual({});
  });

  test("is undone as a whole", async () => {
    using shop = new Vault();
    await shop.takeout();
    await shop.takeout(0);
    expect((await shop.run("log")).out).toContain("0 new, 0 changed, 0 removed. Gone from th");
    expect((await shop.run("undo", "2")).out).toStartWith("0 deleted, 1 restored");
    expect(await shop.gone()).toEqual({});
  });

  test("leaves other sources alone", async () => {
    using shop = new Vault();
    await shop.yelp([ONE]);
    await shop.takeout();
    await shop.takeout(3);
    expect(Object.keys(await shop.gone())).toEqual(["2026-05-28"]);
  });

  test("marks nothing when it has none of the stored reviews, as that of another location", async () => {
    using shop = new Vault();
    await shop.takeout();
    await shop.import("other.zip", takeoutZip(9, { without: [0, 1, 2, 3, 4, 5] }));
    expect(await shop.gone()).toEqual({});
  });

  test("marks nothing once Takeouts of two locations are imported, unless its owner calls it full", async () => {
    using shop = new Vault();
    const other = (...without: readonly number[]) => {
      const files = unzipSync(takeoutZip(9, { without: [0, 1, 2, 3, 4, 5, ...without] }));
      const moved = Object.entries(files).map(([name, bytes]) => [
        name.replace("5001", "5002"),
        new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll("locations/5001", "locations/5002")),
      ]);
      return zipSync(Object.fromEntries(moved));
    };
    await shop.takeout();
    await shop.import("other.zip", other());
    await shop.takeout();
    await shop.import("other.zip", other(7));
    await shop.takeout(2);
    expect(await shop.gone()).toEqual({});
    await shop.import("other.zip", other(7), "--full", "yes");
    expect(Object.keys(await shop.gone())).toContain("2026-05-24");
  });

  test("marks nothing that may be a copy of one of its reviews under another id", async () => {
    using shop = new Vault();
    const text = "Amy was on time, found the leak behind the wall and left the kitchen spotless.";
    const scraped = `${HEAD}\nchz-1,2026-05-30,5,"${text}",Jane Doe\n`;
    await shop.import("scraped.csv", scraped, "--source", "google");
    expect(await shop.takeout()).not.toContain("gone");
    expect(await shop.gone()).toEqual({});
  });

  test("marks nothing of few or no words that has the stars, day and name of one under another id", async () => {
    using shop = new Vault();
    const rows = (ids: string) =>
      [
        `${ids}1,2026-03-01,5,Great job!,Ann Ash`,
        `${ids}2,2026-03-04,5,,Bob Elm`,
        `${ids}3,2026-03-09,1,,Cy Oak`,
      ] as const;
    const [short, empty, other] = rows("b");
    await shop.yelp([...rows("a"), short, empty]);
    await shop.yelp([short, empty, other.replace("Cy Oak", "Dan Pine")], "--full", "yes");
    expect(Object.keys(await shop.gone())).toEqual(["2026-03-09"]);
  });

  test("marks nothing when a record was skipped, when it is empty, and when it is one page of several", async () => {
    using shop = new Vault();
    await shop.takeout();
    const files = unzipSync(takeoutZip(COUNT, { without: [1] }));
    const reviews = Object.entries(files).find(([name]) => name.endsWith("/reviews.json"))?.[1] ?? new Uint8Array();
    await shop.import("reviews-0a1b.json", reviews);
    const faulty = new TextDecoder().decode(reviews).replace('"FIVE"', '"NINE"');
    await shop.import("reviews.json", faulty, "--skip-invalid");
    await shop.import("reviews.json", '{"reviews":[]}', "--format", "google-takeout");
    expect(await shop.gone()).toEqual({});
    await shop.import("reviews.json", reviews);
    expect(Object.keys(await shop.gone())).toEqual(["2026-05-30"]);
  });
});

describe("another file", () => {
  test("never marks anything", async () => {
    using shop = new Vault();
    await shop.yelp([ONE, TWO, THREE]);
    expect(await shop.yelp([ONE])).toStartWith("0 new, 0 changed, 1 unchanged; revision 1");
    expect(await shop.gone()).toEqual({});
  });

  test("marks missing reviews if the owner declares it complete, and so does the next one of its shape until the owner undoes that", async () => {
    using shop = new Vault();
    await shop.yelp([ONE, TWO, THREE]);
    await shop.yelp([ONE, TWO], "--full", "yes");
    const called = Object.keys(await shop.gone());
    await shop.yelp([ONE, THREE]);
    const remembered = Object.keys(await shop.gone());
    await shop.yelp([THREE, TWO], "--full", "no");
    await shop.yelp([THREE, TWO]);
    expect([called, remembered, Object.keys(await shop.gone())]).toEqual([["2026-04-02"], ["2026-03-09"], []]);
  });

  test("that lacks pages marks nothing, although the last one of its shape was full", async () => {
    using shop = new Vault();
    const page = (count: number, totalReviewCount: number) => {
      const reviews = Array.from({ length: count }, (_, index) => ({
        reviewId: `api-${index}`,
        reviewer: { displayName: "Jane Doe" },
        starRating: "FIVE",
        comment: `Visit ${index}`,
        createTime: `2026-05-0${index + 1}T10:00:00Z`,
      }));
      return JSON.stringify({ reviews, totalReviewCount });
    };
    await shop.import("api.json", page(3, 3), "--full", "yes");
    expect(await shop.import("api.json", page(2, 3))).toContain("The pages contain 2 of 3 reviews");
    expect(await shop.gone()).toEqual({});
    await shop.import("api.json", page(2, 2));
    expect(Object.keys(await shop.gone())).toEqual(["2026-05-03"]);
  });

  test("with other columns is another shape, which marks nothing", async () => {
    using shop = new Vault();
    await shop.yelp([ONE, TWO], "--full", "yes");
    await shop.import(
      "short.csv",
      "id,date,rating,text\ny1,2026-03-01,5,The boiler is quiet again\n",
      "--source",
      "yelp",
    );
    expect(await shop.gone()).toEqual({});
  });
});

test("our own export takes marks along and none away, since it knows nothing new of the source", async () => {
  using shop = new Vault();
  await shop.takeout();
  const review = { id: "", date: "2026-05-30", source: { name: "google" }, updated_at: "2026-06-01T00:00:00.000Z" };
  await shop.takeout(1);
  const [{ id }] = (await shop.run("list", "--since", "2026-05-30", "--until", "2026-05-30", "--json")).json.reviews;
  const kept = await shop.withStore((store) => store.reviews.read((reads) => reads.review(id)));
  const own = { ...review, id, rating: kept?.rating, text: kept?.text, author: { name: kept?.authorName } };
  await shop.import("own.json", JSON.stringify({ reviews: [own] }));
  expect(await shop.gone()).toEqual({ "2026-05-30": "2026-06-01" });
  const { updated_at: _, ...written } = { ...own, gone_at_source: "2026-05-31" };
  await shop.import("own.json", JSON.stringify({ reviews: [written] }));
  expect(await shop.gone()).toEqual({ "2026-05-30": "2026-05-31" });
});
