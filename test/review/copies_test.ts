import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { comparableReview, groupCopies, judgeCopies, type ReviewToJoin } from "../../src/review/mod.ts";

const TELLING = "They came within the hour, found the leak behind the wall and left the kitchen spotless.";

function review(fields: Partial<ReviewToJoin> = {}): ReviewToJoin {
  return {
    id: "r1",
    sourceId: null,
    source: "google",
    date: "2026-03-02",
    rating: 5,
    authorName: "Jane D.",
    isAnonymous: false,
    wholeNameHash: null,
    text: TELLING,
    verificationStrength: null,
    ...fields,
  };
}

function judged(one: Partial<ReviewToJoin>, other: Partial<ReviewToJoin>): string {
  const left = comparableReview(review(one));
  const right = comparableReview(review({ id: "r2", source: "yelp", ...other }));
  expect(judgeCopies(right, left)).toBe(judgeCopies(left, right));
  return judgeCopies(left, right);
}

describe("judgeCopies() joins one customer's review", () => {
  test.each<[string, Partial<ReviewToJoin>]>([
    ["with the same words", {}],
    ["dated three days later", { date: "2026-03-05" }],
    ["under a longer name", { authorName: "Jane Doe" }],
    ["under a first name alone", { authorName: "Jane" }],
    ["with accents, quotes and spaces changed", { text: TELLING.replaceAll(" ", "  ").toUpperCase() }],
    ["cut short by the site", { text: `${TELLING.slice(0, 60)}… Read more` }],
    ["with a few typing errors", { text: TELLING.replace("found", "fuond").replace("kitchen", "kitchin") }],
  ])("%s", (_, other) => {
    expect(judged({}, other)).toBe("copies");
  });

  test("when a tenth of the letters differ, and not when more do", () => {
    const text = "pipe ".repeat(40).trim();
    const places = fc.uniqueArray(fc.integer({ min: 64, max: text.length - 1 }), { minLength: 10, maxLength: 30 });
    fc.assert(
      fc.property(places, (changed) => {
        const other = Array.from(text, (letter, at) => (changed.includes(at) ? "x" : letter)).join("");
        expect(judged({ text }, { text: other })).toBe(changed.length <= text.length / 10 ? "copies" : "different");
      }),
    );
  });

  test("of few words under the same whole name", () => {
    const few = { text: "Great job!", wholeNameHash: "a" };
    expect(judged(few, few)).toBe("copies");
  });

  test("without a name on one site only when twenty words are the same", () => {
    const nobody = { authorName: "A customer", isAnonymous: true };
    expect(judged({}, nobody)).toBe("doubtful");
    const long = { text: `${TELLING} ${TELLING.replace("hour", "day")}` };
    expect(judged(long, { ...long, ...nobody })).toBe("copies");
  });
});

describe("judgeCopies() of two reviews of one source", () => {
  const made = { id: "r_aaaaaaaaaaaaaaaa", source: "google" };
  test("joins the same words under a compatible name within three days where one has no id of its own", () => {
    expect(judged({}, { ...made, text: `${TELLING} 👍!`, date: "2026-03-03" })).toBe("copies");
    expect(judged({}, { ...made, text: TELLING.toUpperCase(), authorName: "Jane" })).toBe("copies");
    expect(judged({}, { ...made, date: "2026-03-06" })).toBe("different");
    expect(judged({}, { ...made, authorName: "Joan D." })).toBe("different");
  });

  test("takes the only word of a name for the surname of the other where the words are enough to be sure", () => {
    const dupont = { ...made, authorName: "Dupont" };
    expect(judged({ authorName: "M. D." }, dupont)).toBe("copies");
    expect(judged({ authorName: "Marie D." }, dupont)).toBe("copies");
    expect(judged({ authorName: "Marie L." }, dupont)).toBe("different");
    expect(judged({ authorName: "Durand" }, dupont)).toBe("different");
    expect(judged({ authorName: "Marie D.", text: "Great job!" }, { ...dupont, text: "Great job!" })).toBe("different");
  });

  test("leaves two with ids of their own to the owner, and a few words under a short name", () => {
    expect(judged({}, { source: "google", sourceId: "7" })).toBe("doubtful");
    expect(judged({ text: "Great job!" }, { ...made, text: "Great job" })).toBe("doubtful");
    expect(judged({ text: "Great job!" }, { source: "google", sourceId: "7", text: "Great job" })).toBe("different");
  });

  test("keeps apart what has other words", () => {
    expect(judged({}, { ...made, text: TELLING.slice(0, 60) })).toBe("different");
  });
});

describe("judgeCopies() keeps apart", () => {
  test.each<[string, Partial<ReviewToJoin>]>([
    ["other stars", { rating: 4 }],
    ["dates four days apart", { date: "2026-03-06" }],
    ["another name", { authorName: "John D." }],
    ["another last name", { authorName: "Jane E." }],
    ["other words", { text: "The heating works again and the price was fair, as they had said before." }],
    ["stars without words", { text: "" }],
  ])("%s", (_, other) => {
    expect(judged({}, other)).toBe("different");
  });

  test("two people whose whole names differ, though the short form is the same", () => {
    expect(judged({ wholeNameHash: "a" }, { wholeNameHash: "b" })).toBe("different");
  });

  test('"Great job!" of two people on one day; under one short name it is left to the owner', () => {
    expect(judged({ text: "Great job!" }, { text: "Great job!", authorName: "Mary P." })).toBe("different");
    expect(judged({ text: "Great job!" }, { text: "Great job!" })).toBe("doubtful");
  });
});

describe("groupCopies()", () => {
  test("leaves doubtful pairs of one source to the owner", () => {
    const doubtfulOf = (one: Partial<ReviewToJoin>, other: Partial<ReviewToJoin>) =>
      groupCopies([review({ id: "a", ...one }), review({ id: "b", ...other })].map(comparableReview));
    const open = { groups: [], doubtful: [["a", "b"]] };
    expect(doubtfulOf({}, {})).toMatchObject(open);
    const nobody = { id: "r_aaaaaaaaaaaaaaaa", authorName: "A customer", isAnonymous: true };
    expect(doubtfulOf({}, nobody)).toMatchObject({ groups: [], doubtful: [["a", nobody.id]] });
    expect(doubtfulOf({}, { authorName: "Joan D." })).toMatchObject({ groups: [], doubtful: [] });
  });

  test("joins a review whose author is read by first name and initial with one under the surname", () => {
    const pair = [review({ id: "a", authorName: "Dupont" }), review({ id: "b", source: "yelp", authorName: "M. D." })];
    expect(groupCopies(pair.map(comparableReview))).toMatchObject({ groups: [["a", "b"]], doubtful: [] });
  });

  const copies = [
    review({ id: "g" }),
    review({ id: "y", source: "yelp", date: "2026-03-03" }),
    review({ id: "f", source: "facebook", text: TELLING.slice(0, 70) }),
  ].map(comparableReview);

  test("joins the copies on three sites into one group", () => {
    expect(groupCopies(copies)).toMatchObject({ groups: [["f", "g", "y"]], doubtful: [] });
  });

  test("never holds two reviews of one source in a group", () => {
    const twice = [...copies, comparableReview(review({ id: "g2", date: "2026-03-03" }))];
    for (const group of groupCopies(twice).groups) expect(group).not.toEqual(expect.arrayContaining(["g", "g2"]));
  });

  test("never holds two reviews that cannot be one, whatever stands between them", () => {
    const unnamed = { source: "facebook", authorName: "Jane D." };
    const between = (fields: Partial<ReviewToJoin>) => review({ id: "m", ...unnamed, ...fields });
    const jane = review({ id: "a", wholeNameHash: "1" });
    const joan = review({ id: "b", source: "yelp", wholeNameHash: "2" });
    expect(groupCopies([jane, joan, between({})].map(comparableReview)).groups).toEqual([["a", "m"]]);
    const early = review({ id: "a", date: "2026-03-01" });
    const late = review({ id: "b", source: "yelp", date: "2026-03-07" });
    const inBetween = between({ date: "2026-03-04" });
    expect(groupCopies([early, late, inBetween].map(comparableReview)).groups).toEqual([["a", "m"]]);
  });

  test("keeps two apart that the owner has parted, though both are copies of a third", () => {
    const parted = ["f", "y"];
    const { groups, doubtful } = groupCopies(copies, {
      ownerDecision: (one, other) => (parted.includes(one) && parted.includes(other) ? "different" : null),
    });
    expect({ groups, doubtful }).toEqual({ groups: [["f", "g"]], doubtful: [] });
  });

  test("lets a copy of either join two that the owner has joined under different names", () => {
    const bob = review({ id: "a", authorName: "Bob S." });
    const robert = review({ id: "b", source: "yelp", authorName: "Robert S." });
    const third = review({ id: "c", source: "facebook", authorName: "Bob S." });
    const joinedByOwner = [["a", "b"]] as const;
    expect(groupCopies([bob, robert, third].map(comparableReview), { joinedByOwner }).groups).toEqual([
      ["a", "b", "c"],
    ]);
  });

  test("follows the owner's word, both ways", () => {
    const apart = groupCopies(copies, {
      ownerDecision: (one, other) => ([one, other].includes("y") ? "different" : null),
    });
    expect(apart.groups).toEqual([["f", "g"]]);
    const short = [review({ id: "a", text: "Great job!" }), review({ id: "b", source: "yelp", text: "Great job!" })];
    const compared = short.map(comparableReview);
    expect(groupCopies(compared)).toMatchObject({ groups: [], doubtful: [["a", "b"]] });
    expect(groupCopies(compared, { ownerDecision: () => "copies" })).toMatchObject({
      groups: [["a", "b"]],
      doubtful: [],
    });
    expect(groupCopies(compared, { ownerDecision: () => "different" })).toMatchObject({ groups: [], doubtful: [] });
  });

  test("proposes the words of our form under another name at another site, whatever is joined with them already", () => {
    const answer = review({ id: "a", source: "direct", verificationStrength: "one_time_link" });
    const joined = review({ id: "y", source: "yelp" });
    const renamed = review({ id: "g", authorName: "Sunny 87", date: "2026-03-03" });
    const all = [answer, joined, renamed].map(comparableReview);
    expect(groupCopies(all)).toMatchObject({ groups: [["a", "y"]], doubtful: [["a", "g"]] });
    expect(groupCopies(all.slice(1))).toMatchObject({ groups: [], doubtful: [] });
    const two = [answer, { ...answer, id: "b", authorName: "Sunny 87" }].map(comparableReview);
    expect(groupCopies(two)).toMatchObject({ groups: [], doubtful: [] });
    expect(groupCopies(all, { joinedByOwner: [["a", "g"]] })).toMatchObject({
      groups: [["a", "g", "y"]],
      doubtful: [],
    });
  });

  test("gives the same groups in whatever order the reviews come", () => {
    const kept = fc.record({
      source: fc.constantFrom("google", "yelp", "facebook"),
      day: fc.integer({ min: 1, max: 9 }),
      authorName: fc.constantFrom("Jane D.", "Jane", "J. D.", "John D.", "A customer"),
      verificationStrength: fc.constantFrom(null, "one_time_link" as const),
      text: fc.constantFrom(TELLING, TELLING.slice(0, 60), "Great job!", `${TELLING} ${TELLING}`, ""),
    });
    const sets = fc.array(kept, { maxLength: 12 }).map((records) =>
      records.map(({ day, ...fields }, at) =>
        comparableReview(
          review({
            ...fields,
            id: `r${at}`,
            date: `2026-03-0${day}`,
            isAnonymous: fields.authorName === "A customer",
          }),
        ),
      ),
    );
    const shuffled = sets.chain((reviews) =>
      fc.tuple(fc.constant(reviews), fc.shuffledSubarray(reviews, { minLength: reviews.length })),
    );
    fc.assert(
      fc.property(shuffled, ([reviews, other]) => {
        expect(groupCopies(other)).toEqual(groupCopies(reviews));
      }),
      { numRuns: 300 },
    );
  });
});
