/** The known exports of tools. Any other table is understood by the names and values of its columns alone. */
import { type ColumnRole, foldPath } from "./columns/column_words.ts";

/** The export of a tool. For most tools, `signs` and `source` suffice. */
export interface Profile {
  /** The tool, as it calls itself. */
  readonly tool: string;
  /** The source of the reviews; null if a column or the owner names it. */
  readonly source: string | null;
  /** Sets of columns that identify the tool; one of them is enough. */
  readonly signs: readonly (readonly string[])[];
  /** Columns whose role does not follow from their name, or that take precedence. */
  readonly columns?: Readonly<Partial<Record<ColumnRole, readonly string[]>>>;
  /** Columns that must not be read in spite of their name. */
  readonly unread?: readonly string[];
  /** The column that marks a text as a translation without its original, and the column with the original's language. */
  readonly translated?: { readonly flag: string; readonly originalLanguage: string };
  /** Whether times without a zone are UTC, as the tool documents. */
  readonly isUtc?: boolean;
}

/** Every known tool. If several match, the one with the longest matching sign counts. */
export const PROFILES: readonly Profile[] = [
  // Judge.me: times in UTC; `source` is the way a review was collected, and `curated` whether it is shown.
  {
    tool: "Judge.me",
    source: "judge.me",
    signs: [
      ["review_date", "reviewer_name", "product_handle"],
      ["review_date", "reviewer_name", "product_url"],
      ["review_date", "reviewer_name", "product_id", "curated"],
    ],
    unread: ["source", "location"],
    isUtc: true,
  },
  {
    tool: "Site Reviews",
    source: "direct",
    signs: [["date", "rating", "is_approved", "is_pinned"]],
    unread: ["score"],
  },
  // Feefo: the date is that of the feedback, not of the sale.
  {
    tool: "Feefo",
    source: "feefo",
    signs: [["Feedback Date", "Service Rating"]],
  },
  {
    tool: "Okendo",
    source: "okendo",
    signs: [
      ["dateCreated", "rating", "body", "countryCode"],
      ["dateCreated", "rating", "body", "imageUrls"],
      ["dateCreated", "rating", "body", "productId"],
      ["dateCreated", "rating", "body"],
    ],
  },
  // Trustpilot's own table; `Source Name` is the way a review was invited.
  {
    tool: "Trustpilot",
    source: "trustpilot",
    signs: [["Review Created (UTC)", "Review Stars"]],
    unread: ["Source Name"],
  },
  // Trustpilot's pages contain this JSON; `source` is the way a review was invited.
  {
    tool: "Trustpilot (page)",
    source: "trustpilot",
    signs: [["dates.publishedDate", "consumer.displayName", "rating", "filtered"]],
    unread: ["source", "location", "dates.experiencedDate"],
  },
  // WordPress comments, with the stars that plugins add.
  {
    tool: "WordPress",
    source: "direct",
    signs: [["comment_ID", "comment_author", "comment_content", "comment_approved"]],
    columns: { id: ["comment_ID"], author: ["comment_author"], date: ["comment_date_gmt", "comment_date"] },
    unread: ["comment_author_url", "comment_author_IP", "comment_agent", "user_id"],
  },
  // Google Business Profile reviews as a table; `name` is the path of the resource.
  {
    tool: "Google",
    source: "google",
    signs: [["reviewId", "starRating", "createTime"]],
    unread: ["name"],
  },
  // Apify's scrapers of Google Maps: `title` is the place, `name` the reviewer; `rating` replaces `stars` on other scales.
  {
    tool: "Apify (Google Maps)",
    source: "google",
    signs: [
      ["publishedAtDate", "stars", "reviewerId"],
      ["publishedAtDate", "stars", "reviewUrl"],
      ["publishAt", "stars", "reviewId"],
    ],
    columns: {
      date: ["publishedAtDate"],
      rating: ["stars"],
      author: ["name"],
      text: ["text"],
      url: ["reviewUrl"],
      reply: ["responseFromOwnerText"],
      replyDate: ["responseFromOwnerDate"],
    },
    unread: ["title", "url", "rating", "location", "category"],
  },
  {
    tool: "Apify (Trustpilot)",
    source: "trustpilot",
    signs: [
      ["reviewHeadline", "reviewBody", "ratingValue"],
      ["headline", "reviewBody", "ratingValue", "datePublished"],
    ],
    columns: { title: ["reviewHeadline", "headline"] },
  },
  // Outscraper: `name` and `rating` are those of the place. Times are UTC.
  {
    tool: "Outscraper",
    source: "google",
    signs: [
      ["review_datetime_utc", "author_title", "review_rating"],
      ["review_timestamp", "author_title", "review_rating"],
    ],
    columns: {
      date: ["review_datetime_utc", "review_timestamp"],
      author: ["author_title"],
      rating: ["review_rating"],
      text: ["review_text"],
      url: ["review_link"],
      reply: ["owner_answer"],
      replyDate: ["owner_answer_timestamp_datetime_utc"],
    },
    unread: ["name", "rating", "title"],
    isUtc: true,
  },
  // SerpApi's Google Maps reviews; `iso_date` is the day on which the review was first written.
  {
    tool: "SerpApi",
    source: "google",
    signs: [["iso_date", "user.name", "rating"]],
    columns: {
      date: ["iso_date"],
      author: ["user.name"],
      text: ["extracted_snippet.original", "snippet"],
      reply: ["response.extracted_snippet.original", "response.snippet"],
      replyDate: ["response.iso_date"],
      url: ["link"],
    },
  },
  // Google Places Details: `time` in seconds, and a relative date. If `translated` is true, `text` is Google's translation.
  {
    tool: "Google Places Details",
    source: "google",
    signs: [["author_name", "relative_time_description", "time"]],
    columns: { date: ["time"], author: ["author_name"] },
    translated: { flag: "translated", originalLanguage: "original_language" },
    unread: ["author_url"],
  },
  // Google Places API (New): `originalText` is the customer's text, `text` may be its translation; `name` is the resource's path.
  {
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
  },
  {
    tool: "Bright Data (Google Maps)",
    source: "google",
    signs: [["review_id", "reviewer_name", "review_rating", "place_id"]],
    columns: { url: ["review_url"], reply: ["response_of_owner"], replyDate: ["response_date"] },
    unread: ["url", "place_name"],
  },
  // Yelp's open dataset: no names, times without a zone.
  {
    tool: "Yelp (open dataset)",
    source: "yelp",
    signs: [["review_id", "user_id", "business_id", "stars"]],
    unread: ["useful", "funny", "cool"],
  },
  // Yelp's API: texts are excerpts of 160 characters.
  {
    tool: "Yelp Fusion",
    source: "yelp",
    signs: [["time_created", "user.name", "rating"]],
    columns: { date: ["time_created"], author: ["user.name"] },
  },
  // Facebook's page ratings: stars before 2018, recommendations since.
  {
    tool: "Facebook",
    source: "facebook",
    signs: [
      ["recommendation_type", "review_text"],
      ["recommendation_type", "created_time"],
    ],
    columns: { date: ["created_time"], author: ["reviewer.name"], text: ["review_text"] },
  },
  {
    tool: "Loox",
    source: "loox",
    signs: [
      ["product_handle", "rating", "author", "photo_url"],
      ["handle", "rating", "author", "img"],
      ["product_id", "rating", "author", "photo_url"],
    ],
    columns: { author: ["author"] },
  },
  // Shopify's former Product Reviews: `state` is whether a review is published.
  {
    tool: "Shopify Product Reviews",
    source: "direct",
    signs: [
      ["product_handle", "state", "rating", "author", "created_at"],
      ["product_handle", "state", "rating", "title", "author"],
    ],
    isUtc: true,
  },
  // Yotpo: `Sentiment Score` is not a rating.
  {
    tool: "Yotpo",
    source: "yotpo",
    signs: [
      ["Review Content", "Review Score", "Reviewer Display Name"],
      ["review_content", "review_score", "display_name"],
      ["review_content", "review_score", "user_name"],
      ["Review Content", "Review Score", "Comment Content"],
      ["Review Content", "Review Score", "Comment Public"],
    ],
    columns: {
      author: ["Reviewer Display Name", "display_name", "user_name"],
      rating: ["Review Score"],
      reply: ["Comment Content"],
      replyDate: ["Comment Creation Date"],
    },
    unread: ["Sentiment Score", "Source", "Review Source"],
  },
  {
    tool: "Stamped",
    source: "stamped",
    signs: [
      ["reviewTitle", "reviewMessage", "reviewRating"],
      ["productId", "reviewRating", "reviewMessage"],
    ],
    columns: { author: ["author", "customerName"] },
    unread: ["source", "reviewSource"],
  },
  {
    tool: "REVIEWS.io",
    source: "reviews.io",
    signs: [
      ["date_created", "rating", "comments", "store_review_id"],
      ["store_review_id", "rating", "comments"],
      ["Review ID", "Rating", "Comments", "Date Created", "Order ID"],
    ],
    columns: {
      id: ["store_review_id"],
      author: ["reviewer_name", "Reviewer Name"],
      text: ["comments"],
    },
    unread: ["source"],
  },
  // Podium: recommendations are exported as 5 or 1, and marked by `isRecommendation`.
  {
    tool: "Podium",
    source: null,
    signs: [
      ["review.body", "review.rating", "review.siteName"],
      ["body", "rating", "siteName", "siteReviewId"],
    ],
    columns: {
      author: ["author.name"],
      source: ["review.siteName"],
      id: ["review.siteReviewId"],
      text: ["review.body"],
      reply: ["responses.body"],
      replyDate: ["responses.createdAt"],
    },
    unread: ["uid"],
  },
  {
    tool: "Birdeye",
    source: null,
    signs: [
      ["reviewId", "sourceType", "comments", "rating"],
      ["Review Source", "Review Rating", "Reviewed By"],
      ["Source", "Rating", "Review Date", "Reviewer Name", "Review Comments"],
    ],
    columns: {
      author: ["reviewer.nickName"],
      source: ["sourceType", "Review Source"],
      text: ["comments"],
      reply: ["response"],
      replyDate: ["responseDate"],
      url: ["uniqueReviewUrl", "reviewUrl"],
    },
    unread: ["businessId"],
  },
  {
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
  },
  {
    tool: "Avis Vérifiés",
    source: "avisverifies",
    signs: [
      ["Note", "Avis", "Date de l'avis", "Numéro de commande"],
      ["review_date", "rate", "review", "order_ref"],
    ],
    columns: {
      rating: ["Note", "rate"],
      text: ["Avis", "review"],
      date: ["Date de l'avis", "review_date"],
      invoice: ["Numéro de commande", "order_ref"],
    },
  },
  // Kiyoh and Klantenvertellen: a scale of ten.
  {
    tool: "Kiyoh",
    source: "klantenvertellen",
    signs: [["reviewId", "reviewAuthor", "dateSince", "rating"]],
    columns: {
      date: ["dateSince"],
      author: ["reviewAuthor"],
      text: ["reviewContent.reviewContent.rating", "oneliner"],
    },
    unread: ["updatedSince"],
  },
  // WooCommerce's reviews API; `date_created_gmt` is UTC.
  {
    tool: "WooCommerce",
    source: "direct",
    signs: [["date_created_gmt", "reviewer", "review", "rating"]],
    columns: { date: ["date_created_gmt"], author: ["reviewer"], text: ["review"] },
    isUtc: true,
  },
  {
    tool: "Strong Testimonials",
    source: "direct",
    signs: [["client_name", "star_rating", "post_content"]],
    columns: { date: ["post_date", "date"], author: ["client_name"], text: ["post_content"], title: ["post_title"] },
  },
  {
    tool: "Reputation",
    source: null,
    signs: [["reviewID", "sourceName", "datePublished", "rating"]],
    columns: { source: ["sourceName"], reply: ["responses.text"], url: ["reviewURL"] },
    unread: ["sourceID", "locationID"],
  },
  {
    tool: "Apify (Tripadvisor)",
    source: "tripadvisor",
    signs: [
      ["publishedDate", "rating", "tripType"],
      ["publishedDate", "rating", "placeInfo.name"],
    ],
    columns: {
      date: ["publishedDate"],
      author: ["user.name", "user.username"],
      reply: ["ownerResponse.text"],
      replyDate: ["ownerResponse.publishedDate"],
    },
    unread: ["travelDate"],
  },
];

/** The tool that wrote a table with these columns; null for an unknown tool. */
export function profileOf(columns: readonly string[]): Profile | null {
  const folded = new Set(columns.map(foldPath));
  let best: { readonly profile: Profile; readonly count: number } | null = null;
  for (const profile of PROFILES) {
    for (const sign of profile.signs) {
      if (sign.length <= (best?.count ?? 0) || !sign.every((column) => folded.has(foldPath(column)))) continue;
      best = { profile, count: sign.length };
    }
  }
  return best?.profile ?? null;
}
