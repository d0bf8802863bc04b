/** A Google Takeout export as an owner downloads it: the reviews of a location and its profile, in a zip. */
import { zipSync } from "fflate";

/** Archive with `count` reviews of the last `count` days before a day, some left out, and what else Takeout puts beside them. */
export function takeoutZip(
  count: number,
  { title = "Brook & Daughter Plumbing", before = "2026-05-31", without = [] as readonly number[] } = {},
): Uint8Array {
  const place = "Takeout/Google Business Profile/account-117/location-5001";
  const dayOf = (index: number) => new Date(Date.parse(before) - index * 86_400_000).toISOString();
  const numbers = Array.from({ length: count }, (_, index) => index).filter((index) => !without.includes(index));
  const reviews = numbers.map((index) => ({
    name: `accounts/117/locations/5001/reviews/rev-${index}`,
    reviewer: { displayName: NAMES[index % NAMES.length] },
    starRating: index % 7 === 3 ? "TWO" : "FIVE",
    comment: TEXTS[index % TEXTS.length],
    createTime: dayOf(index),
    updateTime: dayOf(index),
    ...(index % 4 === 0 && { reviewReply: { comment: "Thank you for calling us.", updateTime: dayOf(index) } }),
  }));
  const profile = {
    title,
    websiteUri: "https://brook-and-daughter.example/",
    primaryPhone: "(512) 555-0143",
    languageCode: "en",
    categories: { primaryCategory: { name: "categories/gcid:plumber" } },
    storefrontAddress: {
      addressLines: ["14 Mill Lane"],
      locality: "Elm Point",
      administrativeArea: "TX",
      postalCode: "78701",
      regionCode: "US",
    },
  };
  const bytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
  return zipSync({
    "Takeout/archive_browser.html": bytes("<!doctype html><title>Takeout</title>"),
    [`${place}/data.json`]: bytes(profile),
    [`${place}/reviews.json`]: bytes({ reviews }),
  });
}

const NAMES = ["Jane Doe", "Rob Fox", "Uma Roe", "Al Oak", "Priya Nair", "Luis Ortega", "Ed Ash"];
const TEXTS = [
  "Amy was on time, found the leak behind the wall and left the kitchen spotless.",
  "Fair price for a new water heater, and they explained every step.",
  "Called on a Sunday, and Ben was here within the hour. Wonderful.",
  "Good work in the end, but two hours late and nobody called.",
  "They cleared the drain quickly. I would call them again.",
];
