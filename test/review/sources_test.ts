import { describe, expect, test } from "bun:test";
import { recogniseSource, SOURCES, sourceName, sourceOfUrl } from "../../src/review/mod.ts";

describe("recogniseSource()", () => {
  test.each([
    "Google",
    "google maps",
    "Google reviews",
    "Google-Bewertungen",
    "Google Business Profile",
    "Avis Google",
    "Reseñas de Google",
    "Recensioni Google",
    "Avaliações do Google",
    "Google-recensies",
    "Opinie Google",
    "Отзывы Google",
    "Googleのクチコミ",
    "Rezensionen bei Google",
    "GMB",
    "google.com",
    "www.google.co.uk",
    "https://maps.app.goo.gl/abc",
  ])("names %p google", (spelling) => {
    expect(recogniseSource(spelling)).toBe("google");
  });

  test.each([
    ["Angie's List", "angi"],
    ["ANGIESLIST", "angi"],
    ["Better Business Bureau", "bbb"],
    ["fb", "facebook"],
    ["Facebook recommendations", "facebook"],
    ["Trust Pilot", "trustpilot"],
    ["yelp.ca", "yelp"],
    ["Pages Jaunes", "pagesjaunes"],
    ["Our website", "direct"],
    ["Judge.me", "judge.me"],
    ["Reviews.io", "reviews.io"],
  ])("names %p %s", (spelling, id) => {
    expect(recogniseSource(spelling)).toBe(id);
  });

  test.each(["Googleplex Diner", "my google clone", "Local Pages", "Reviews", "yelpish", "evil-google.com.example"])(
    "keeps %p, which is not registered, in lower case",
    (name) => {
      expect(recogniseSource(name)).toBe(name.toLowerCase());
    },
  );

  test("is idempotent for every source and its spellings", () => {
    for (const { id, name, spellings = [] } of SOURCES) {
      for (const spelling of [id, name, ...spellings]) {
        expect([spelling, recogniseSource(spelling)]).toEqual([spelling, id]);
        expect(recogniseSource(recogniseSource(spelling))).toBe(id);
      }
    }
  });
});

describe("sourceOfUrl()", () => {
  test.each([
    ["https://www.google.com/maps/reviews/x", "google"],
    ["https://g.page/r/x/review", "google"],
    ["https://www.yelp.co.uk/biz/x?hrid=1", "yelp"],
    ["https://uk.trustpilot.com/reviews/1", "trustpilot"],
    ["https://m.facebook.com/x/reviews", "facebook"],
    ["https://www.checkatrade.com/trades/x", "checkatrade"],
  ])("knows whose page %s is: %s", (address, id) => {
    expect(sourceOfUrl(address)).toBe(id);
  });

  test.each([
    "https://google.com.attacker.example/",
    "https://example.com/google.com",
    "ftp://google.com/",
    "not an address",
  ])("does not take %s for a known source", (address) => {
    expect(sourceOfUrl(address)).toBeNull();
  });
});

test("sourceName() shows an id as people write it, and capitalises what it does not know", () => {
  expect([sourceName("bbb"), sourceName("homeadvisor"), sourceName("some_local-site")]).toEqual([
    "BBB",
    "HomeAdvisor",
    "Some local site",
  ]);
});
