import { describe, expect, test } from "bun:test";
import { Compile } from "typebox/compile";
import { ReviewsDataset } from "../../src/api/mod.ts";
import { partsOf } from "../../src/publication/review_pieces.ts";
import { Review } from "../../src/review/mod.ts";
import { businessOf, manyReviews, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const BUSINESS = businessOf();
const UTF8 = new TextDecoder();

function idsOf(publication: ReturnType<typeof publicationOf>): string[] {
  return Array.from({ length: publication.reviewCount }, (_, ordinal) => publication.reviewAt(ordinal).id);
}

describe("The order of a publication", () => {
  test("is by date descending, then by id", () => {
    const reviews = [
      reviewOf({ id: "b", date: "2026-01-01" }),
      reviewOf({ id: "a", date: "2026-01-01" }),
      reviewOf({ id: "z", date: "2026-02-01" }),
    ];
    expect(idsOf(publicationOf(BUSINESS, reviews))).toEqual(["z", "a", "b"]);
  });

  test("countSince() counts the reviews dated on or after a date: the ordinals below it", () => {
    const publication = publicationOf(
      BUSINESS,
      ["2026-01-01", "2026-01-02", "2026-01-02", "2026-01-04"].map((date, at) => reviewOf({ id: `r${at}`, date })),
    );
    const counted = ["0001-01-01", "2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04", "9999-12-31"];
    expect(counted.map((date) => publication.countSince(date))).toEqual([4, 4, 3, 1, 1, 0]);
  });
});

describe("A review of a publication", () => {
  const FULL = reviewOf({
    title: 'Said "wow"',
    text: "Line one\nLine \\ two \u2028 \u{1F600}",
    language: null,
    author: { name: "Zoë “Z” Q.", is_anonymous: true },
    source: { name: "google", url: "https://maps.example/r?a=1&b=2" },
    also_at: [{ name: "yelp", url: null }],
    verification: { method: "platform", strength: null, date: null },
    mentions: {
      entities: [
        { kind: "technician", id: "dana", name: "Dana Okafor" },
        { kind: "service", id: "drains", name: "Drain cleaning" },
        { kind: "service_area", id: "port-avery", name: "Port Avery" },
      ],
      technicians: ["Dana Okafor"],
      services: ["drains"],
      service_areas: ["port-avery"],
    },
    reply: { text: 'Thank "you"', date: null },
    edited: true,
  });

  test("comes out as it went in, and its bytes are its JSON", () => {
    const publication = publicationOf(BUSINESS, [FULL]);
    expect(publication.reviewAt(0)).toEqual(FULL);
    expect(UTF8.decode(publication.reviewBytesAt(0))).toBe(JSON.stringify(FULL));
  });

  test("is written with the members of the schema, in its order", () => {
    expect(Object.keys(publicationOf(BUSINESS, [FULL]).reviewAt(0))).toEqual(Object.keys(Review.properties));
    expect(Compile(Review).Errors(publicationOf(BUSINESS, [FULL]).reviewAt(0))).toEqual([]);
  });

  test("is found by its id among many, and nothing by an id that is not there", () => {
    const reviews = manyReviews(300);
    const publication = publicationOf(BUSINESS, reviews);
    for (const { id } of reviews) expect(publication.reviewAt(publication.ordinalOf(id)!).id).toBe(id);
    expect(["r300", "", "R1", "__proto__"].map((id) => publication.ordinalOf(id))).toEqual([null, null, null, null]);
  });
});

describe("A publication", () => {
  test("without a review has a null rating and finds nothing", () => {
    const publication = publicationOf(BUSINESS, []);
    expect(publication.aggregateRating).toMatchObject({ rating_value: null, review_count: 0 });
    expect(publication.search({})).toEqual({ ordinals: [], total: 0, totalIsExact: true, nextCursor: null });
  });

  test("knows the removal of a review that was taken down, and of no other", () => {
    const removal = { id: "gone", removed_at: "2026-05-20T08:00:00.000Z" };
    const publication = publicationOf(BUSINESS, [reviewOf()], { removals: [removal] });
    expect([publication.removalOf("gone"), publication.removalOf("r1")]).toEqual([removal, null]);
  });

  test("counts in how many reviews a technician or service is mentioned", () => {
    const mentions = { entities: [], technicians: ["Dana Okafor"], services: ["drains", "boilers"], service_areas: [] };
    const { mentionCounts } = publicationOf(BUSINESS, [
      reviewOf({ id: "a", mentions }),
      reviewOf({ id: "b", mentions: { ...mentions, services: ["drains"] } }),
    ]);
    expect(mentionCounts.technicians.get("Dana Okafor")).toBe(2);
    expect([mentionCounts.services.get("drains"), mentionCounts.services.get("boilers")]).toEqual([2, 1]);
    expect(mentionCounts.technicians.get("Marcus Bell")).toBeUndefined();
  });
});

describe("mentions_technician", () => {
  const business = businessOf({
    technicians: [
      { id: "dana-o", name: "Dana Okafor", aliases: ["Dee"], public: true },
      { id: "marcus", name: "Marcus Bell", aliases: [], public: true },
      { id: "marcus-2", name: "Marcus Hale", aliases: [], public: true },
    ],
  });
  const mentioning = (id: string, technician: string) =>
    reviewOf({ id, mentions: { entities: [], technicians: [technician], services: [], service_areas: [] } });
  const publication = publicationOf(business, [
    mentioning("d", "Dana Okafor"),
    mentioning("m", "Marcus Bell"),
    mentioning("h", "Marcus Hale"),
  ]);
  const found = (mentions_technician: string) =>
    publication.search({ mentions_technician }).ordinals.map((ordinal) => publication.reviewAt(ordinal).id);

  test("takes a name, an alias, an id or a first name that only one has, in any case", () => {
    for (const name of ["Dana Okafor", "DANA OKAFOR", " dee ", "dana-o", "dana"]) expect(found(name)).toEqual(["d"]);
    expect(found("marcus hale")).toEqual(["h"]);
  });

  test("matches nothing for a name that is unknown, or that nobody is named by alone", () => {
    expect(found("Nobody")).toEqual([]);
  });

  test("filters nothing when it is empty", () => {
    expect(found(" ")).toEqual(found(""));
    expect(found("")).toHaveLength(publication.reviewCount);
  });

  test("takes an id before the first name of others", () => {
    expect(found("marcus")).toEqual(["m"]);
  });
});

describe("/reviews.json", () => {
  test("is written one review a line, and is valid by its schema", async () => {
    const { PublicationBuilder } = await import("../../src/publication/mod.ts");
    const builder = new PublicationBuilder({
      revision: 1,
      publishedAt: 0,
      baseUrl: "https://reviews.example",
      business: BUSINESS,
      removals: [],
      joinedCopies: [],
      history: { revisions: [], withdrawals: [], form: "00000000" },
      ratings: [],
    });
    const { data } = builder.finish();
    const text = Buffer.concat(partsOf(data.document)).toString();
    expect(text.endsWith('"reviews":[\n]}\n')).toBe(true);
    expect(Compile(ReviewsDataset).Errors(JSON.parse(text))).toEqual([]);
  });
});
