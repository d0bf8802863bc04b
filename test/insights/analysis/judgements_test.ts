/** What stars do to words, and what they do not: the sentences of docs/insights.md, "From text to votes", 6 and 7. */
import { expect, test } from "bun:test";
import { analyzeReview, judgementsOf, namedJudgement, wholeJudgement } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

function judged(text: string, rating: number): string[] {
  const analysis = analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS);
  return judgementsOf(analysis, rating)
    .filter(({ sentiment }) => sentiment !== "unclear")
    .map(({ aspect, sentiment }) => `${aspect} ${sentiment}`);
}

test("judgementsOf() finds no blame in praise that uses a negator, in conditions, fears, other firms and the reason for the call", () => {
  for (const text of [
    "They never let us down.",
    "We couldn't fault the work.",
    "No mess, no debris left behind.",
    "I was worried about the price but it was fair.",
    "If you need a roof, hire them.",
    "My furnace died but they fixed it the same day.",
    "The last plumber was rude and expensive but these guys were great.",
  ])
    expect(judged(text, 5).filter((own) => !own.endsWith("positive"))).toEqual([]);
});

test("judgementsOf() believes a plain exception among five stars", () => {
  expect(judged("Great job, but the price was high.", 5)).toContain("price_value negative");
  expect(judged("Excellent work, although they were an hour late.", 5)).toContain("punctuality negative");
  expect(judged("Great crew. The only downside was the mess they left.", 5)).toContain("cleanliness negative");
});

test("judgementsOf() finds no blame among five stars without an expression of blame", () => {
  const paidElsewhere = "Paid 120 for our previous boiler service, but Ana did a more thorough job for 50.";
  expect(judged(paidElsewhere, 5)).toEqual(["workmanship positive"]);
});

test("analyzeReview() takes the second of a pair for no exception: not only, but also", () => {
  const concededIn = (text: string) =>
    analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS).aspects.map((vote) => vote[8]);
  expect(concededIn("Not only were they late but they were also rude.")).not.toContain(1);
  expect(concededIn("Nicht nur unpünktlich, auch unfreundlich.")).not.toContain(1);
  expect(concededIn("They fixed it not only fast. But they were rude.")).toContain(1);
  expect(concededIn("Nice people, but also quite expensive.")).toContain(1);
});

test("judgementsOf() hears complaints that no phrase knows in reviews of one star", () => {
  for (const text of [
    "I sent photos as they asked and have not heard from anybody since.",
    "Could not get hold of anyone in the office.",
    "Is there really nobody who can pick up the phone?",
  ])
    expect(judged(text, 1)).toContain("responsiveness negative");
});

test("judgementsOf() believes praise under one star and blame under five stars less than the other way round", () => {
  const analysis = analyzeReview(
    { id: "r", title: null, text: "They were late and the price was fair.", author_name: null },
    CATALOG_BUSINESS,
  );
  const certainty = (aspect: string, rating: number) =>
    judgementsOf(analysis, rating).find((own) => own.aspect === aspect)?.certainty ?? 0;
  expect(certainty("punctuality", 1)).toBeGreaterThan(certainty("punctuality", 5));
  expect(certainty("price_value", 5)).toBeGreaterThan(certainty("price_value", 1));
});

test("namedJudgement() blames nobody by stars alone, and in a review of five stars hardly ever", () => {
  expect(namedJudgement(0, 1).sentiment).toBe("unclear");
  expect(namedJudgement(-600, 1).sentiment).toBe("negative");
  expect(namedJudgement(-600, 5).sentiment).not.toBe("negative");
});

test("wholeJudgement() judges a text that is not read by stars that suffice", () => {
  expect([5, 4, 3, 2, 1].map((rating) => wholeJudgement(null, rating).sentiment)).toEqual([
    "positive",
    "positive",
    "unclear",
    "negative",
    "negative",
  ]);
});

test.each([
  ["They were great but left mud all over the hall.", 5, "cleanliness negative"],
  ["Highly recommended, although I had to wait a while for an appointment.", 5, "scheduling negative"],
  ["Great quality but the prices are quite high.", 5, "price_value negative"],
  ["Good work, but nobody picks up the phone.", 4, "responsiveness negative"],
  ["The paint job looks super, but there was overspray on the windows.", 4, "negative"],
  ["Nice crew, only they came an hour late.", 5, "punctuality negative"],
] as const)("judgementsOf() hears the exception in praise: %s", (text, rating, expected) => {
  expect(judged(text, rating).join(", ")).toContain(expected);
});

test.each([
  ["He said the part would take a week."],
  ["The bill came in under budget."],
  ["In this town it is very difficult to find an electrician who is not fully booked."],
  ["I didn't find it expensive."],
  ["The leak was behind the wall, so they had to cut out some drywall."],
  ["They had to order a part, which took three days to arrive."],
  ["Never late, never a no-show."],
] as const)("judgementsOf() finds no blame in a neutral report: %s", (text) => {
  for (const rating of [4, 5]) expect(judged(text, rating).join(", ")).not.toContain("negative");
});

test("judgementsOf() reads phrases by what they govern", () => {
  expect(judged("Clean up can be a lot better.", 4).join()).not.toContain("positive");
  expect(judged("They will not quit calling me.", 2)).toContain("professionalism negative");
  expect(judged("They will not quit calling me.", 2).join()).not.toContain("responsiveness");
});

test.each([
  ["The staff was not friendly and helpful.", "professionalism negative"],
  ["The man was not very polite or particularly helpful.", "professionalism negative"],
] as const)("judgementsOf() carries a negator on to what is joined to it: %s", (text, expected) => {
  expect(judged(text, 2)).toEqual([expected]);
});

test("judgementsOf() carries no negator on to what is set against it", () => {
  expect(judged("The service was not fast but friendly.", 4).join()).toContain("professionalism positive");
  expect(judged("No mess and friendly people.", 5)).toEqual(["professionalism positive", "cleanliness positive"]);
});

test.each([
  ["The hotel is very dated.", "scheduling"],
  ["We arrived late at night.", "punctuality"],
  ["I was late because of the traffic.", "punctuality"],
] as const)("judgementsOf() takes a word for what it means there: %s", (text, aspect) => {
  expect(judged(text, 2).join()).not.toContain(aspect);
});

test.each([
  ["Great food, great quality.", 5],
  ["Both flights were very smooth with minimal turbulence.", 5],
  ["The IFE on our flight wasn't working properly.", 1],
] as const)("judgementsOf() calls no meal and no plane good or poor work: %s", (text, rating) => {
  expect(judged(text, rating).join()).not.toContain("workmanship");
});

test.each([
  ["the girl at reception did not smile once", "professionalism negative"],
  ["we waited an hour to check in", "speed negative"],
] as const)(
  "judgementsOf() hears within a sentence that goes on without a full stop that %s",
  (complaint, expected) => {
    const [before, after] = [
      "We had two nights and the street is near the station and the park and",
      "and then we went out to see the town and the river and the old bridge and walked home by the market square",
    ];
    expect(judged(`${before} ${complaint} ${after}`, 2)).toContain(expected);
  },
);

test("analyzeReview() takes neither fillers nor the words of the business's own name for aspects", () => {
  const own = { ...CATALOG_BUSINESS, name: "Honest Fair Plumbing" };
  const aspectsOf = (text: string) =>
    judgementsOf(analyzeReview({ id: "r", title: null, text, author_name: null }, own), 5).map(({ aspect }) => aspect);
  expect(aspectsOf("We called Honest Fair Plumbing on Monday.")).toEqual([]);
  expect(aspectsOf("Honestly, the sink is in the kitchen.")).toEqual([]);
});

test("analyzeReview() finds a technician whether or not the accents of the name are written", () => {
  const zoe = { id: "zoe", name: "Zoë Bright", aliases: [], public: true };
  for (const text of ["Zoe fixed our sink.", "Zoë fixed our sink."]) {
    const found = analyzeReview(
      { id: "r", title: null, text, author_name: null },
      { ...CATALOG_BUSINESS, technicians: [zoe] },
    );
    expect(found.technicians.map(([id]) => id)).toEqual(["zoe"]);
  }
});
