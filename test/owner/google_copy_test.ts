/** A customer answers our form and posts the same words at Google, whose review is imported before or after. */
import { describe, expect, test } from "bun:test";
import { readImport } from "../../src/import/mod.ts";
import type { DisplayName } from "../../src/invitations/mod.ts";
import { join } from "../../src/owner/join.ts";
import { pairState, readDoubtfulCopies } from "../../src/owner/join_copies.ts";
import { draftOf, importAsIs, importInto } from "../support/drafts.ts";
import { type FormStage, openFormStage, TOKEN } from "../support/form_stage.ts";
import { perform } from "../support/perform.ts";

const WORDS = "Sam was here within the hour, found the leak behind the bath and left the floor dry.";
const LONG = `${WORDS} They explained what the leak had done and what it would cost.`;
const BY_LINK = {
  verificationMethod: "invitation",
  verificationStrength: "one_time_link",
  isProved: true,
} as const;

/** Jane Doe, the customer of the job, answers the form. */
async function answer({ invitationService }: FormStage, { text = WORDS, shown = "first_initial" as DisplayName } = {}) {
  const given = { rating: 5, text, displayName: shown, aspectRatings: null };
  const link = await invitationService.answer(TOKEN, given, { wording: "I agree", version: "1" });
  return link.kind === "answered" ? link.review.id : "";
}

/** The owner imports Google's reviews. */
async function importGoogle(
  { store }: FormStage,
  { name = "Jane Doe", comment = WORDS, days = 1, stars = "FIVE" } = {},
) {
  const at = new Date(Date.parse("2026-06-01T15:00:00Z") + days * 86_400_000).toISOString();
  const review = {
    name: "accounts/1/locations/2/reviews/rev-1",
    reviewer: { displayName: name },
    starRating: stars,
    comment,
    createTime: at,
    updateTime: at,
    reviewReply: { comment: "Thank you, Jane.", updateTime: at },
  };
  const bytes = new TextEncoder().encode(JSON.stringify({ reviews: [review] }));
  const { records } = readImport([{ name: "reviews.json", bytes }], {
    namePolicy: "first_last_initial",
    today: "2026-06-09",
  });
  const drafts = records.map(({ review }) => ({ ...review, verificationMethod: "operator_attested" as const }));
  await importAsIs(store, drafts);
}

/** What became of both: `joined`, `proposed` as duplicates, or `apart`. */
async function outcomeOf({ store }: FormStage): Promise<"joined" | "proposed" | "apart"> {
  const rows = await publishedIn(store);
  if (rows.length === 1) return "joined";
  return (await readDoubtfulCopies(store)).pairs.length > 0 ? "proposed" : "apart";
}

async function publishedIn(store: FormStage["store"]) {
  const all = await store.editions.read(async ({ reviews }) => (await Array.fromAsync(reviews)).flat());
  return all.filter(({ rating, text }) => rating !== 5 || text !== "On time");
}

describe("A Google review of the customer who answered our form", () => {
  test.each<[string, Parameters<typeof answer>[1], Parameters<typeof importGoogle>[1], string]>([
    ["the same words and name", {}, {}, "joined"],
    ["three days later", {}, { days: 3 }, "joined"],
    ["the initials of the same name", {}, { name: "J. D." }, "joined"],
    ["the first name alone", {}, { name: "Jane" }, "joined"],
    ["a few words, the same whole name", { text: "Great job!" }, { comment: "Great job" }, "joined"],
    ["a few letters edited", {}, { comment: WORDS.replace("dry.", "dry!! 👍").replace("leak", "leaks") }, "joined"],
    ["a sentence added", {}, { comment: `${WORDS} Thank you!` }, "joined"],
    ["another name", {}, { name: "Sunny 87" }, "proposed"],
    ["another name with the same initial", {}, { name: "Joan Roe" }, "proposed"],
    [
      "another name and a few letters edited",
      {},
      { name: "Bob Fox", comment: WORDS.replace("dry", "dried") },
      "proposed",
    ],
    ["no name here", { shown: "anonymous" }, {}, "joined"],
    ["a few words under another name", { text: "Great job!" }, { name: "Bob Fox", comment: "Great job!" }, "apart"],
    ["other words", {}, { comment: "They fitted the new boiler in a day, and it heats the whole house." }, "apart"],
    [
      "other words and another name",
      {},
      { name: "Bob Fox", comment: "They fitted the new boiler in one day." },
      "apart",
    ],
    ["other stars", {}, { stars: "FOUR" }, "apart"],
  ])("with %s", async (_, here, there, outcome) => {
    for (const isGoogleFirst of [false, true]) {
      await using stage = await openFormStage();
      if (isGoogleFirst) await importGoogle(stage, { days: 0, ...there });
      const id = await answer(stage, here);
      if (!isGoogleFirst) await importGoogle(stage, there);
      expect({ isGoogleFirst, outcome: await outcomeOf(stage) }).toEqual({ isGoogleFirst, outcome: outcome as never });
      if (outcome !== "joined") continue;
      const review = { id, text: here?.text ?? WORDS, verificationStrength: "one_time_link" };
      expect(await publishedIn(stage.store)).toMatchObject([{ ...review, alsoAt: [{ name: "google" }] }]);
    }
  });

  test("goes with the answer that its author withdraws, and no import brings it back", async () => {
    await using stage = await openFormStage();
    await answer(stage);
    await importGoogle(stage);
    await stage.invitationService.withdraw(TOKEN);
    expect(await publishedIn(stage.store)).toEqual([]);
    await importGoogle(stage);
    expect(await publishedIn(stage.store)).toEqual([]);
  });

  test.each([
    ["no name", { shown: "anonymous" as const, text: LONG }, { name: "", comment: LONG }],
    ["the first name alone", {}, { name: "Jane" }],
  ])("stays when its author withdraws, if it is under %s: the words may be anybody's", async (_, here, there) => {
    await using stage = await openFormStage();
    await importGoogle(stage, { days: 0, ...there });
    const id = await answer(stage, here);
    expect(await publishedIn(stage.store)).toMatchObject([{ id, alsoAt: [{ name: "google" }] }]);
    await stage.invitationService.withdraw(TOKEN);
    expect(await publishedIn(stage.store)).toMatchObject([{ source: "google", alsoAt: [] }]);
  });

  test("goes with the answer that the owner joined it with, but never another answer", async () => {
    await using stage = await openFormStage();
    const id = await answer(stage, { shown: "first" });
    await importGoogle(stage, { name: "Sunny 87" });
    const second = draftOf({ id: "r_second", source: "direct", date: "2026-06-01", text: "Sam came back.", rating: 5 });
    await importInto(stage.store, [{ ...second, ...BY_LINK }], { isFromAuthor: true });
    for (const { id: other } of (await publishedIn(stage.store)).filter((review) => review.id !== id)) {
      await perform(join, stage.store, id, { other });
    }
    expect(await publishedIn(stage.store)).toHaveLength(1);
    await stage.invitationService.withdraw(TOKEN);
    expect(await publishedIn(stage.store)).toMatchObject([{ id: "r_second" }]);
  });

  test("under another name joins by the owner's word, and stays joined when Google is imported again", async () => {
    await using stage = await openFormStage();
    const id = await answer(stage);
    await importGoogle(stage, { name: "Sunny 87" });
    const [pair] = (await readDoubtfulCopies(stage.store)).pairs;
    const other = pair?.find((each) => each.id !== id)?.id ?? "";
    expect(pair?.map(({ source }) => source).sort()).toEqual(["direct", "google"]);
    await perform(join, stage.store, id, { other: `${other}.${pairState(pair ?? [])}` });
    expect(await publishedIn(stage.store)).toMatchObject([{ id, alsoAt: [{ name: "google" }] }]);
    await importGoogle(stage, { name: "Sunny 87", comment: `${WORDS} Thanks` });
    expect(await publishedIn(stage.store)).toMatchObject([{ id, alsoAt: [{ name: "google" }] }]);
  });
});
