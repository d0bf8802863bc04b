/**
 * Google Places API (New): the customer's words are `originalText`, `text` may be their translation; `name` is the path of the resource.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const googlePlacesNew: Profile = {
  tool: "Google Places API (New)",
  source: "google",
  signs: [["authorAttribution.displayName", "publishTime"]],
  columns: {
    date: ["publishTime"],
    author: ["authorAttribution.displayName"],
    text: ["originalText.text", "text.text"],
    language: ["originalText.languageCode", "text.languageCode"],
    translation: ["text.text"],
    translationLanguage: ["text.languageCode"],
    url: ["googleMapsUri"],
  },
  unread: ["name"],
};
