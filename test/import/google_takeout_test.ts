import { describe, expect, test } from "bun:test";
import { describeProblem, readImport } from "../../src/import/mod.ts";
import { fileOf, OPTIONS, readOne, refusalOf } from "./builders.ts";
import { fixtureFolder, zipOf } from "./fixtures.ts";

const FOLDER = fixtureFolder("takeout");
const options = { ...OPTIONS, timeZone: "America/Los_Angeles" };

describe("Google Takeout", () => {
  test("reads the folder: every page of reviews, and the business from data.json", () => {
    const { format, business, records, problems } = readImport(FOLDER, options);
    expect(format).toBe("google-takeout");
    expect(problems).toEqual([]);
    expect(records).toHaveLength(5);
    expect(business).toEqual({
      name: "Riverside Plumbing",
      type: "Plumber",
      url: "https://riverside-plumbing.example/",
      telephone: "(503) 555-0100",
      language: "en",
      address: {
        street_address: "1420 SE Milwaukie Ave",
        locality: "Portland",
        region: "OR",
        postal_code: "97202",
        country: "US",
      },
    });
  });

  test("reads the zip as it reads the folder", () => {
    const photo = fileOf("Takeout/Google Business Profile/account-111/location-5001/photo.jpg", new Uint8Array(5000));
    const zipped = readImport([zipOf("takeout.zip", [...FOLDER, photo])], options);
    const plain = readImport(FOLDER, options);
    expect(zipped.records.map(({ review }) => review)).toEqual(plain.records.map(({ review }) => review));
    expect(zipped.records[0]!.at.file).toStartWith("takeout.zip/Takeout/Google Business Profile/account-111/");
  });

  test("reads an export spread over several archives as one", () => {
    const first = FOLDER.slice(0, 2);
    const second = FOLDER.slice(2);
    const cover = fileOf("Takeout/archive_browser.html", "<html></html>");
    const parts = [zipOf("takeout-001.zip", first), zipOf("takeout-002.zip", [...second, cover])];
    expect(readImport(parts, options).records).toHaveLength(5);
  });

  test("takes the tail of the name for the review's id and turns the instant into the business's date", () => {
    const { records } = readImport(FOLDER, options);
    const { review } = records.find(({ review }) => review.sourceId === "AbFvOqk-one")!;
    // 05:30 UTC on 2 March is still the evening of 1 March in Portland.
    expect(review).toMatchObject({ source: "google", date: "2024-03-01", authorName: "Dana W." });
  });

  test("keeps one copy of a review that stands under two accounts, the newer", () => {
    const { records, duplicates } = readImport(FOLDER, options);
    const copies = records.filter(({ review }) => review.sourceId === "AbFvOqk-one");
    expect(copies).toHaveLength(1);
    expect(copies[0]!.review.rating).toBe(4);
    expect(duplicates).toHaveLength(2);
  });

  test("keeps reviews of stars alone, and names nobody where the reviewer is empty", () => {
    const { records } = readImport(FOLDER, options);
    const { review } = records.find(({ review }) => review.sourceId === "AbFvOqk-two")!;
    expect(review).toMatchObject({ rating: 4, text: "", authorName: "A customer", isAnonymous: true });
  });

  test("publishes the customer's words out of both translation envelopes", () => {
    const { records } = readImport(FOLDER, options);
    const wordsOf = (id: string) => {
      const { text, translationText } = records.find(({ review }) => review.sourceId === id)!.review;
      return [text, translationText];
    };
    expect(wordsOf("AbFvOqk-three")).toEqual(["Muy puntuales y limpios.", "Very punctual and clean."]);
    expect(wordsOf("AbFvOqk-four")).toEqual(["Sie kamen zwei Stunden zu spät.", "They came two hours late."]);
  });

  test("never takes a translation for the text where only the translation is left", () => {
    const { records, notes } = readImport(FOLDER, options);
    const { review } = records.find(({ review }) => review.sourceId === "AbFvOqk-five")!;
    expect(review).toMatchObject({ text: "", translationText: "Too expensive" });
    expect(notes.join()).toContain("provides only its translation");
  });

  test("leaves out replies that Google does not show", () => {
    const { records } = readImport(FOLDER, options);
    const reply = (id: string) => records.find(({ review }) => review.sourceId === id)!.review.replyText;
    expect(reply("AbFvOqk-four")).toBeNull();
    expect(
      readOne("reviews.json", FOLDER.find(({ name }) => name.includes("account-111/location-5001/reviews.json"))!.bytes)
        .records[0]!.review,
    ).toMatchObject({ replyText: "Thank you, Dana!", replyDate: "2024-03-04" });
  });

  test("verifies nothing by itself, since Google does not check who was a customer", () => {
    const methods = (verifiedBy?: "operator_attested") => [
      ...new Set(readImport(FOLDER, { ...options, verifiedBy }).records.map(({ review }) => review.verificationMethod)),
    ];
    expect(methods()).toEqual(["none"]);
    expect(methods("operator_attested")).toEqual(["operator_attested"]);
  });

  test("asks which of several locations is meant, and lists them", () => {
    const two = fixtureFolder("takeout-two");
    expect(refusalOf(() => readImport(two, OPTIONS))).toBe(
      'There are several locations; choose one with --location: 5001 "Riverside Plumbing North" (1 review), 5002 "Riverside Plumbing South" (1 review)',
    );
    for (const location of ["5002", "location-5002", "riverside plumbing south"]) {
      const { records, business } = readImport(two, { ...OPTIONS, location });
      expect(records.map(({ review }) => review.text)).toEqual(["Great crew in the South"]);
      expect(business?.name).toBe("Riverside Plumbing South");
    }
    expect(refusalOf(() => readImport(two, { ...OPTIONS, location: "East" }))).toStartWith(
      'No location is called "East"; the locations are: 5001',
    );
  });

  test("tells locations apart by the names of reviews when a file stands alone", () => {
    const reviews = ["1", "2"].map((location) => ({
      name: `accounts/9/locations/${location}/reviews/r${location}`,
      starRating: "FIVE",
      createTime: "2024-01-01T12:00:00Z",
      reviewer: {},
    }));
    const text = JSON.stringify({ reviews });
    expect(refusalOf(() => readOne("reviews.json", text))).toContain("1 (1 review), 2 (1 review)");
    expect(readOne("reviews.json", text, { location: "2" }).records.map(({ at }) => at.id)).toEqual(["r2"]);
  });

  test("refuses the reviews the owner wrote, with the reason", () => {
    const reason = /reviews you wrote about other places/;
    expect(refusalOf(() => readImport(fixtureFolder("maps"), OPTIONS))).toMatch(reason);
    expect(refusalOf(() => readImport([zipOf("t.zip", fixtureFolder("maps"))], OPTIONS))).toMatch(reason);
    expect(refusalOf(() => readOne("Reviews.json", fixtureFolder("maps")[0]!.bytes))).toMatch(reason);
    expect(readImport([...FOLDER, ...fixtureFolder("maps")], options).records).toHaveLength(5);
  });

  test("leaves out what does not fit of the profile, for the owner to fill", () => {
    const profile = (data: unknown) => {
      const folder = "account-1/location-1";
      const files = [
        fileOf(`${folder}/data.json`, JSON.stringify(data)),
        fileOf(`${folder}/reviews.json`, '{"reviews":[]}'),
      ];
      return readImport(files, OPTIONS).business;
    };
    expect(profile({ title: "Ace", websiteUri: "no address", languageCode: "?", storefrontAddress: 5 })).toEqual({
      name: "Ace",
    });
    const period = (openDay: string, openTime: unknown, closeTime: unknown) => ({ openDay, openTime, closeTime });
    const periods = [
      period("MONDAY", { hours: 8 }, { hours: 17, minutes: 30 }),
      period("TUESDAY", "08:00", "17:30"),
      period("SUNDAY", {}, { hours: 24 }),
    ];
    expect(profile({ title: "Ace", regularHours: { periods } })?.opening_hours).toEqual([
      "Mo-Tu 08:00-17:30",
      "Su 00:00-24:00",
    ]);
    expect(profile({ title: "" })).toBeNull();
    expect(profile([])).toBeNull();
  });

  test("names the record and the field that is wrong", () => {
    const text = JSON.stringify({
      reviews: [{ name: "a/reviews/x", starRating: "SIX", createTime: "2024-02-30T00:00:00Z", reviewer: {} }, 5],
    });
    expect(readOne("reviews.json", text).problems.map(describeProblem)).toEqual([
      'reviews[0] (id "x"): createTime is "2024-02-30T00:00:00Z", expected a date-time such as 2024-05-31T09:00:00Z',
      'reviews[0] (id "x"): starRating is "SIX", expected a whole number from 1 to 5',
      "reviews[1]: record is 5, expected an object with the fields of a review",
    ]);
  });

  test("refuses an export without reviews, and documents that are no list of reviews", () => {
    expect(refusalOf(() => readOne("x.json", "{}", { format: "google-takeout" }))).toContain(
      "expected a list of reviews",
    );
    expect(refusalOf(() => readOne("x.json", '[{"stars": 5}]', { format: "google-takeout" }))).toBe(
      "x.json: the document is a list, expected an object with a list of reviews",
    );
    const onlyData = FOLDER.filter(({ name }) => name.endsWith("data.json"));
    expect(refusalOf(() => readImport(onlyData, OPTIONS))).toStartWith("No reviews.json in this export");
  });
});
