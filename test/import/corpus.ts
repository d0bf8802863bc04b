/**
 * Files of other tools in test/fixtures/other_tools: each must be read without options, or refused with the right
 * hint. They contain the same three reviews, unless a case lists others.
 */
import { readFileSync } from "node:fs";
import type { ImportOptions } from "../../src/import/mod.ts";

/** What is expected of a file. */
interface Expected {
  /** The source that must be found; null where the owner has to name it. */
  readonly source: string | null;
  /** The profile that must be recognised; left out for formats with a reader of their own. */
  readonly profile?: string;
  /** What the refusal must contain, where the file is refused. */
  readonly refused?: RegExp;
  /** What the owner then answers; the file must be understood with it. Without it the refusal is final. */
  readonly hint?: Partial<ImportOptions>;
  /** What must be read where it is not {@link READ}. */
  readonly read?: readonly (readonly unknown[])[];
}

export interface Case extends Expected {
  readonly tool: string;
  readonly kind: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

const FOLDER = new URL("../fixtures/other_tools/", import.meta.url).pathname;

function file(tool: string, kind: string, name: string, expected: Expected): Case {
  return { tool, kind, name, bytes: readFileSync(FOLDER + name), ...expected };
}

/** A file of which nothing but the source has to be asked, unless something else is expected. */
function sheet(kind: string, name: string, expected: Partial<Expected> = {}): Case {
  const usual = { source: null, hint: { source: "direct" }, refused: /add --source NAME/ };
  return file("a sheet kept by hand", kind, name, { ...usual, ...expected });
}

/** The date, stars and words of the three reviews. A day above 12 stands among them, so that every order of day and month is settled. */
export const READ = [
  ["2025-03-14", 5, "Fixed the leak in an hour, and left no mess"],
  ["2025-04-25", 2, "Came two hours late, and nobody called"],
  ["2025-11-03", 4, "A fair price for the new water heater"],
] as const;

const readOn = (...dates: readonly string[]) => READ.map(([, ...others], at) => [dates[at], ...others]);

/** Dates as a site shows them, counted from a day that the owner knows. */
const RELATIVE: Expected = {
  source: "google",
  refused: /are relative, such as .*--as-of 2025-12-01/,
  hint: { asOf: "2025-12-01" },
  read: readOn("2025-09-01", "2025-11-24", "2024-12-01"),
};

export const KNOWN_TOOLS: readonly Case[] = [
  file("Judge.me", "CSV", "judgeme.csv", { profile: "Judge.me", source: "judge.me" }),
  file("Site Reviews", "CSV", "site-reviews.csv", { profile: "Site Reviews", source: "direct" }),
  file("Feefo", "CSV", "feefo.csv", { profile: "Feefo", source: "feefo" }),
  file("Okendo", "CSV", "okendo.csv", { profile: "Okendo", source: "okendo" }),
  file("Trustpilot", "CSV", "trustpilot.csv", { profile: "Trustpilot", source: "trustpilot" }),
  file("Trustpilot", "JSON of its page", "trustpilot-page.json", {
    profile: "Trustpilot (page)",
    source: "trustpilot",
  }),
  file("WordPress", "CSV of comments", "wp_comments.csv", { profile: "WordPress", source: "direct" }),
  file("Trustpilot API", "JSON", "trustpilot.json", { source: "trustpilot" }),
  file("Trustpilot webhook", "JSON", "events.json", { source: "trustpilot" }),
  file("Google Business Profile API", "JSON", "page.json", { source: "google" }),
  file("Google Takeout", "JSON", "reviews.json", { source: "google" }),
  file("Google table", "CSV", "google.csv", { profile: "Google", source: "google" }),
  file("Apify Google Maps", "JSON", "dataset.json", { profile: "Apify (Google Maps)", source: "google" }),
  file("Apify Google Maps", "CSV", "dataset.csv", { profile: "Apify (Google Maps)", source: "google" }),
  file("Apify Google Maps", "Excel", "dataset.xlsx", { profile: "Apify (Google Maps)", source: "google" }),
  file("Apify Google Maps", "JSON of places", "places.json", { profile: "Apify (Google Maps)", source: "google" }),
  file("Apify Google Maps", "JSON of two places", "two.json", {
    profile: "Apify (Google Maps)",
    source: "google",
    refused: /choose one with --location: .*"Brook Plumbing", "Other Plumbing"/,
    hint: { location: "Brook Plumbing" },
  }),
  file("Apify Tripadvisor", "JSON", "tripadvisor.json", { profile: "Apify (Tripadvisor)", source: "tripadvisor" }),
  file("Apify Trustpilot", "JSON", "trustpilot-apify.json", { profile: "Apify (Trustpilot)", source: "trustpilot" }),
  file("Outscraper", "CSV", "outscraper.csv", { profile: "Outscraper", source: "google" }),
  file("Outscraper", "JSON", "outscraper.json", { profile: "Outscraper", source: "google" }),
  file("Outscraper", "Excel", "outscraper.xlsx", { profile: "Outscraper", source: "google" }),
  file("SerpApi", "JSON", "serpapi.json", { profile: "SerpApi", source: "google" }),
  file("Google Places Details", "JSON", "details.json", { profile: "Google Places Details", source: "google" }),
  file("Google Places API (New)", "JSON", "place.json", { profile: "Google Places API (New)", source: "google" }),
  file("Bright Data", "JSON", "brightdata.json", { profile: "Bright Data (Google Maps)", source: "google" }),
  file("Yelp open dataset", "NDJSON", "yelp.json", { profile: "Yelp (open dataset)", source: "yelp" }),
  file("Yelp Fusion", "JSON", "fusion.json", { profile: "Yelp Fusion", source: "yelp" }),
  file("Facebook", "JSON of recommendations", "facebook.json", {
    profile: "Facebook",
    source: "facebook",
    refused: /"recommendation_type" contains recommendations, which are not ratings/,
  }),
  file("Facebook", "JSON of stars", "facebook-2017.json", { profile: "Facebook", source: "facebook" }),
  file("Loox", "CSV", "loox.csv", { profile: "Loox", source: "loox" }),
  file("Shopify Product Reviews", "CSV", "shopify.csv", { profile: "Shopify Product Reviews", source: "direct" }),
  file("Yotpo", "CSV", "yotpo.csv", { profile: "Yotpo", source: "yotpo" }),
  file("Yotpo API", "JSON", "yotpo.json", { source: null, refused: /add --source NAME/, hint: { source: "yotpo" } }),
  file("Stamped API", "JSON", "stamped.json", { profile: "Stamped", source: "stamped" }),
  file("REVIEWS.io API", "JSON", "reviewsio.json", { profile: "REVIEWS.io", source: "reviews.io" }),
  file("Podium", "JSON", "podium.json", { profile: "Podium", source: "google" }),
  file("Podium", "JSON of recommendations", "podium-facebook.json", {
    profile: "Podium",
    source: "facebook",
    refused: /"isRecommendation" contains recommendations/,
  }),
  file("Birdeye", "JSON", "birdeye.json", { profile: "Birdeye", source: "google" }),
  file("Reputation", "JSON", "reputation.json", { profile: "Reputation", source: "google" }),
  file("Kiyoh", "JSON on a scale of ten", "kiyoh.json", {
    profile: "Kiyoh",
    source: "klantenvertellen",
    refused: /appear to be on a scale of 10, such as 10; add --scale 10/,
    hint: { scale: "10" },
  }),
  file("Trusted Shops API", "JSON", "trustedshops.json", { profile: "Trusted Shops", source: "trustedshops" }),
  file("Avis Vérifiés API", "JSON", "avis.json", { profile: "Avis Vérifiés", source: "avisverifies" }),
  file("WooCommerce", "JSON", "woo.json", { profile: "WooCommerce", source: "direct" }),
  file("Strong Testimonials", "CSV", "testimonials.csv", { profile: "Strong Testimonials", source: "direct" }),
];

export const SHEETS: readonly Case[] = [
  sheet("English", "sheet.csv"),
  sheet("Excel, dates as dates", "sheet.xlsx"),
  sheet("Excel with a headline and another sheet", "report.xlsx"),
  sheet("CSV with a headline", "report.csv"),
  sheet("German, Windows-1252", "bewertungen.csv"),
  sheet("German, months in words", "bewertungen-2.csv"),
  sheet("French, UTF-16 with tabs", "avis.txt"),
  sheet("Spanish", "resenas.csv"),
  sheet("Italian", "recensioni.csv"),
  sheet("Portuguese", "avaliacoes.csv"),
  sheet("Dutch", "beoordelingen.csv"),
  sheet("Polish", "opinie.csv"),
  sheet("Russian", "otzyvy.csv"),
  sheet("Swedish", "omdomen.csv"),
  sheet("stars as glyphs", "glyphs.csv"),
  sheet("stars in words", "words.csv"),
  sheet("month before day", "american.csv"),
  sheet("quotes escaped by backslashes", "database.csv", {
    read: [
      ["2025-03-14", 5, 'A "good" job'],
      ["2025-04-25", 2, "Came two hours late, and nobody called"],
      ["2025-11-03", 4, "A fair price for the new water heater"],
    ],
  }),
  sheet("Google form", "answers.csv", {
    hint: { source: "direct", columns: { rating: "How many stars?" } },
    refused: /--column rating="How many stars\?"/,
  }),
  sheet("no header", "headless.csv", {
    hint: { source: "direct", columns: { rating: "column 2", date: "column 1", text: "column 3" } },
    refused:
      /does not name the columns; name them with --column rating="column 2" --column date="column 1" --column text="column 3"/,
  }),
  sheet("names nobody knows", "odd.csv", {
    hint: { source: "direct", columns: { rating: "Wieviele", date: "Wann", text: "Was" } },
    refused: /--column rating=Wieviele --column date=Wann/,
  }),
  sheet("text under an unknown name", "what.csv", {
    hint: { source: "direct", columns: { text: "What could we do better?" } },
    refused: /"What could we do better\?" contains sentences; add --column text="What could we do better\?"/,
  }),
  sheet("days that are all 12 or less", "ambiguous.csv", {
    hint: { source: "direct", dateFormat: "DD/MM/YYYY" },
    refused: /order of day and month is ambiguous .* --date-format DD\/MM\/YYYY or --date-format MM\/DD\/YYYY/,
    read: readOn("2025-03-04", "2025-04-05", "2025-11-03"),
  }),
  sheet("years of two digits", "short.csv", {
    hint: { source: "direct", dateFormat: "MM/DD/YY" },
    refused: /name the format with --date-format/,
  }),
  sheet("a scale of ten", "ten.csv", { hint: { source: "direct", scale: "10" }, refused: /scale of 10.*--scale 10/ }),
  sheet("per cent", "percent.csv", {
    hint: { source: "direct", scale: "100" },
    refused: /scale of 100, such as 100; add --scale 100/,
  }),
  sheet("a smaller encoding", "opinie-1250.csv", {
    hint: { source: "direct", encoding: "windows-1250" },
    refused: /name its encoding, such as --encoding/,
    read: [["2025-03-14", 5, "się ładnie"]],
  }),
  sheet("in a zip archive", "export.zip"),
  sheet("a workbook in a zip archive", "export-2.zip"),
];

export const SITES: readonly Case[] = [
  file("a site's feed", "relative dates", "feed.json", RELATIVE),
  file("a site's feed", "relative dates, German", "feed-2.json", RELATIVE),
  file("a site's feed", "relative dates, French", "feed-3.json", RELATIVE),
  file("a site's feed", "relative dates, Russian", "feed-4.json", RELATIVE),
  file("a site's feed", "months", "months.json", {
    source: "google",
    read: readOn("2025-03-01", "2025-04-01", "2024-01-01"),
  }),
  file("a site's feed", "seconds since 1970", "epoch.json", { source: "google" }),
  file("a site's feed", "records under their ids", "ids.json", { source: "google" }),
  file("a site's feed", "deep inside", "deep.json", { source: "google" }),
  file("a site's feed", "every date missing", "undated.json", {
    source: "google",
    refused: /No review has a date: the column "timestamp" is empty in all 3 rows/,
  }),
  file("a site's feed", "every rating missing", "unrated.json", {
    source: "google",
    refused: /No review has a rating: the column "rating" is empty in all 3 rows/,
  }),
  file("a site's feed", "ratings that are none", "rated.json", {
    source: "google",
    refused: /Cannot read the ratings in the column "rating"/,
  }),
  file("a scraper", "NDJSON", "lines.jsonl", { source: "google" }),
  file("a scraper", "CSV with the venue's own rating", "venue.csv", { source: "google" }),
  file("a web page", "JSON-LD", "page.html", { source: "houzz" }),
  file("a web page", "microdata", "micro.html", { source: "houzz" }),
];

export const OTHER_THINGS: readonly Case[] = [
  file("something else", "invoices", "invoices.csv", { source: "direct", refused: /appears to be a list of invoices/ }),
  file("something else", "jobs", "jobs.csv", {
    source: "direct",
    refused: /appears to be a list of jobs, for goodword jobs add/,
  }),
  file("something else", "orders", "orders.csv", { source: "direct", refused: /appears to be a list of orders/ }),
  file("something else", "contacts", "contacts.csv", { source: "direct", refused: /appears to be a list of contacts/ }),
  file("something else", "visits", "visits.csv", { source: "direct", refused: /appears to be a report of visits/ }),
  file("something else", "a survey", "nps.csv", { source: "direct", refused: /appears to be a survey from 0 to 10/ }),
  file("something else", "a chart", "chart.json", { source: "direct", refused: /appears to be a chart/ }),
  file("something else", "a map", "map.json", { source: "direct", refused: /appears to be a map/ }),
  file("something else", "places", "places-2.json", {
    source: "direct",
    refused: /appears to be a list of places with their ratings, without the reviews/,
  }),
  file("something else", "an RSS feed", "feed.xml", { source: "direct", refused: /appears to be an RSS feed/ }),
  file("something else", "a sitemap", "sitemap.xml", { source: "direct", refused: /appears to be a sitemap/ }),
  file("something else", "a page without data", "page.htm", {
    source: "direct",
    refused: /contains no schema.org data/,
  }),
  file("something else", "a picture", "photo.png", { source: "direct", refused: /This is a picture \(PNG\)/ }),
  file("something else", "contacts as vCard", "all.vcf", {
    source: "direct",
    refused: /appears to be a list of contacts \(vCard\)/,
  }),
  file("something else", "texts without stars", "texts.xlsx", {
    source: "direct",
    refused: /No column for the rating among "Reviews"/,
  }),
  file("something else", "a bomb", "bomb.xlsx", { source: "direct", refused: /looks like a zip bomb/ }),
  file("something else", "XML entities", "entities.xlsx", { source: "direct", refused: /declares XML entities/ }),
];
