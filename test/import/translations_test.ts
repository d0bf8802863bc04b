import { describe, expect, test } from "bun:test";
import { readOne } from "./builders.ts";

/** What is kept of the words of the one review in a file. */
function wordsIn(name: string, content: unknown, source?: string) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const { records, problems } = readOne(name, text, source === undefined ? {} : { source });
  expect(problems).toEqual([]);
  const { review } = records[0]!;
  return [review.text, review.translationText, review.translationLanguage];
}

const ENVELOPES = {
  "the translation first": "(Translated by Google) Very good\n\n(Original)\nSehr gut",
  "the original first": "Sehr gut\n\n(Translated by Google)\nVery good",
};
const cell = (text: string) => `"${text}"`;
const FORMATS: Readonly<Record<string, (text: string) => readonly [name: string, content: unknown]>> = {
  "our own JSON": (text) => [
    "r.json",
    { business: { name: "Ace" }, reviews: [{ date: "2024-05-31", rating: 5, text, source: { name: "google" } }] },
  ],
  NDJSON: (text) => [
    "r.ndjson",
    `${JSON.stringify({ date: "2024-05-31", rating: 5, text, source: { name: "google" } })}\n`,
  ],
  CSV: (text) => ["r.csv", `Source,Date,Stars,Text\nGoogle,2024-05-31,5,${cell(text)}\n`],
  "other JSON": (text) => ["r.json", [{ source: "google", date: "2024-05-31", stars: 5, text, author: "Jane Doe" }]],
  "schema.org": (text) => [
    "r.jsonld",
    {
      "@context": "https://schema.org",
      "@type": "Review",
      publisher: "Google",
      datePublished: "2024-05-31",
      reviewRating: { ratingValue: 5 },
      reviewBody: text,
      author: { name: "Jane Doe" },
    },
  ],
};

describe("Google's translation", () => {
  for (const [format, write] of Object.entries(FORMATS)) {
    test.each(Object.entries(ENVELOPES))(`is distinguished from the text in ${format}, %s`, (_case, envelope) => {
      expect(wordsIn(...write(envelope))).toEqual(["Sehr gut", "Very good", null]);
    });

    test(`is never taken for the text in ${format}`, () => {
      expect(wordsIn(...write("(Translated by Google) Very good"))).toEqual(["", "Very good", null]);
    });
  }

  test("is looked for in reviews of Google alone: elsewhere the same words are the customer's", () => {
    const [name, content] = FORMATS.CSV!("(Translated by Google) Very good");
    expect(wordsIn(name, String(content).replace("Google,2024", "Yelp,2024"))[0]).toBe(
      "(Translated by Google) Very good",
    );
  });

  test("may be as long as the text beside it", () => {
    const text = "ü".repeat(10_000);
    const translation = "u".repeat(10_000);
    const [name, content] = FORMATS.NDJSON!(`${text}\n\n(Translated by Google)\n${translation}`);
    expect(wordsIn(name, content)).toEqual([text, translation, null]);
  });
});

describe("a translation that stands by itself", () => {
  test("is read from the columns of tools, with its language", () => {
    const apify = {
      title: "Ace",
      name: "Jane Doe",
      stars: 5,
      reviewerId: "1",
      publishedAtDate: "2024-05-31T12:00:00.000Z",
      text: "Sehr gut",
      textTranslated: "Very good",
      originalLanguage: "de",
      translatedLanguage: "en",
    };
    expect(wordsIn("apify.json", [apify])).toEqual(["Sehr gut", "Very good", "en"]);
    const places = {
      reviews: [
        {
          name: "places/x/reviews/1",
          rating: 5,
          publishTime: "2024-05-31T12:00:00Z",
          authorAttribution: { displayName: "Jane Doe" },
          text: { text: "Very good", languageCode: "en" },
          originalText: { text: "Sehr gut", languageCode: "de" },
        },
      ],
    };
    expect(wordsIn("places.json", places)).toEqual(["Sehr gut", "Very good", "en"]);
  });

  test("replaces no text where Google Places marks the text as translated", () => {
    const review = (translated: boolean, language: string) => ({
      author_name: "Jane Doe",
      rating: 5,
      relative_time_description: "a month ago",
      time: 1717156800,
      text: "Very good",
      language,
      original_language: translated ? "de" : language,
      translated,
    });
    const places = (...reviews: object[]) => ({ result: { reviews }, status: "OK" });
    expect(wordsIn("places.json", places(review(true, "en")))).toEqual(["", "Very good", "en"]);
    expect(wordsIn("places.json", places(review(false, "en")))).toEqual(["Very good", null, null]);
    const { records } = readOne("places.json", JSON.stringify(places(review(true, "en"))));
    expect(records[0]!.review.language).toBe("de");
  });

  test("is dropped when it repeats the text", () => {
    const csv = "Source,Date,Stars,Text,Translated text\nGoogle,2024-05-31,5,Very good,Very good\n";
    expect(wordsIn("r.csv", csv)).toEqual(["Very good", null, null]);
  });

  test("is masked like the text, with a record of each redaction", () => {
    const given = {
      text: "Llame al 212 555 0142",
      translation: { text: "Call 212 555 0142 or a@b.com", language: "en" },
    };
    const name = "r.ndjson";
    const content = JSON.stringify({ date: "2024-05-31", rating: 5, source: { name: "yelp" }, ...given });
    const { review } = readOne(name, content).records[0]!;
    expect(review.translationText).toBe("Call [removed] or [removed]");
    expect(review.redactions.filter(({ field }) => field === "translation").map(({ kind }) => kind)).toEqual([
      "email",
      "telephone",
    ]);
  });

  test("is refused where it is no text, by the name it has in the file", () => {
    const content = JSON.stringify({
      date: "2024-05-31",
      rating: 5,
      text: "",
      source: { name: "yelp" },
      translation: { text: 5 },
    });
    expect(readOne("r.ndjson", content).problems.map(({ field }) => field)).toEqual(["translation.text"]);
  });
});
