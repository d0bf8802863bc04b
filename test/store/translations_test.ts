/** What an import means for the source's translation of a review. */
import { expect, test } from "bun:test";
import { changesAnswer } from "../../src/publication/mod.ts";
import { analystFor, openPublished, publishEdition } from "../../src/publication/publishing/mod.ts";
import type { Review } from "../../src/review/mod.ts";
import { findReview } from "../../src/store/mod.ts";
import { draftOf, importInto, NOON, planned, requestOf, storeInMemory } from "../support/drafts.ts";

const LATER = NOON + 60_000;
// A language that is not read, so that the translation is.
const ORIGINAL = "Ze waren heel stipt en alles was goed.";
const TRANSLATED = draftOf({ text: ORIGINAL, translationText: "They were right on time.", translationLanguage: "en" });

test("a translation alone changes the review: it moves updated_at and is no edit by the customer", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf({ text: ORIGINAL })]);
  const { plan } = await importInto(store, [TRANSLATED], { now: LATER });
  expect(plan.changed).toMatchObject([{ fields: ["translationText", "translationLanguage"] }]);
  expect(await findReview(store, "a1")).toMatchObject({ updatedAt: LATER, edited: false, text: ORIGINAL });
});

test("a new translation alone is a change, and the review is analysed again with it", async () => {
  const store = storeInMemory();
  const publish = async () => {
    const site = { baseUrl: "https://reviews.example" };
    const { parts } = await store.editions.read((edition) => publishEdition(edition, { site, analystOf: analystFor }));
    return openPublished(parts, site).publication;
  };
  await importInto(store, [draftOf({ text: ORIGINAL })], { analystFor });
  expect((await publish()).reviewAt(0)).toMatchObject({ translation: null, aspects: [] });
  await importInto(store, [TRANSLATED], { now: LATER, analystFor });
  const answer = changesAnswer(await publish(), null, { limit: 9, maxBytes: 1 << 20 });
  const { changes } = JSON.parse(new TextDecoder().decode(answer.bytes())) as { changes: { review: Review }[] };
  expect(changes.map(({ review }) => review)).toMatchObject([
    {
      text: ORIGINAL,
      language: "nl",
      translation: { text: "They were right on time.", language: "en" },
      aspects: [{ aspect: "punctuality", sentiment: "positive", quote: "" }],
    },
  ]);
});

test("a file that is silent about a translation leaves it while the text stays, and takes it back with the text", async () => {
  const store = storeInMemory();
  await importInto(store, [TRANSLATED]);
  expect((await planned(store, requestOf([draftOf({ text: ORIGINAL })]))).isEmpty).toBe(true);
  await importInto(store, [draftOf({ text: "Zu spät." })]);
  expect(await findReview(store, "a1")).toMatchObject({
    translationText: null,
    translationLanguage: null,
    edited: true,
  });
});

test("a complete draft takes back a translation that it leaves out", async () => {
  const store = storeInMemory();
  await importInto(store, [TRANSLATED]);
  await importInto(store, [draftOf({ text: ORIGINAL })], { complete: true });
  expect(await findReview(store, "a1")).toMatchObject({
    text: ORIGINAL,
    translationText: null,
    translationLanguage: null,
  });
});

test("a file that has the translation alone takes no customer's words away, and another that brings them makes no edit", async () => {
  const store = storeInMemory();
  const alone = draftOf({ text: "", translationText: "They were right on time." });
  await importInto(store, [alone, draftOf({ ...TRANSLATED, id: "a2" })]);
  await importInto(store, [TRANSLATED, { ...alone, id: "a2" }], { now: LATER });
  for (const id of ["a1", "a2"]) {
    expect(await findReview(store, id)).toMatchObject({ text: ORIGINAL, translationLanguage: "en", edited: false });
  }
  expect(await findReview(store, "a2")).toMatchObject({ updatedAt: NOON - 1 });
});

test("a new translation without its text is another text's", async () => {
  const store = storeInMemory();
  await importInto(store, [TRANSLATED]);
  await importInto(store, [draftOf({ text: "", translationText: "They were late." })]);
  expect(await findReview(store, "a1")).toMatchObject({ text: "", translationText: "They were late.", edited: true });
});

test("a text that an earlier release kept in Google's envelope is taken out of it without being called edited", async () => {
  const store = storeInMemory();
  await importInto(store, [
    draftOf({ text: `${ORIGINAL}\n\n(Translated by Google)\nThey were right on time.` }),
    draftOf({ id: "a2", text: "(Translated by Google) They were right on time." }),
  ]);
  await importInto(store, [TRANSLATED, draftOf({ id: "a2", text: "", translationText: "They were right on time." })]);
  expect(await findReview(store, "a1")).toMatchObject({ text: ORIGINAL, edited: false });
  expect(await findReview(store, "a2")).toMatchObject({ text: "", edited: false });
});

test("a change of the translation clears the analysis", async () => {
  const store = storeInMemory();
  await importInto(store, [TRANSLATED]);
  const { changed } = await planned(store, requestOf([{ ...TRANSLATED, translationText: "They came on time." }]));
  expect(changed.map(({ after }) => [after.analysis, after.analysisKey])).toEqual([[null, null]]);
});
