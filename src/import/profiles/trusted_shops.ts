/**
 * Trusted Shops.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const trustedShops: Profile = {
  tool: "Trusted Shops",
  source: "trustedshops",
  signs: [
    ["Bewertung", "Kommentar", "Bestellnummer"],
    ["rating", "comment", "submittedAt", "transaction.reference"],
  ],
  columns: {
    rating: ["Bewertung"],
    date: ["submittedAt", "Abgegeben am", "Datum"],
    text: ["Kommentar", "comment"],
    invoice: ["Bestellnummer", "transaction.reference"],
  },
};
