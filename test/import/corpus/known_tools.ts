/** What known tools write: each must be understood without a word from the owner, or refused with the one right hint. */
import type { ImportOptions } from "../../../src/import/mod.ts";
import { csv, day, json, ndjson, REVIEWS, seconds, type Value, type Written, workbook } from "./written.ts";

/** A file of the corpus. */
export interface Case {
  readonly tool: string;
  readonly kind: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The source that must be found; null where the owner has to name it. */
  readonly source: string | null;
  /** The profile that must be recognised; left out for formats with a reader of their own. */
  readonly profile?: string;
  /** What the refusal must say, where the file is refused. */
  readonly refused?: RegExp;
  /** What the owner then says; the file must be understood with it. Without it the refusal is final. */
  readonly hint?: Partial<ImportOptions>;
  /** What must be read where it is not the three reviews as they are. */
  readonly read?: readonly (readonly unknown[])[];
}

type Make = Omit<Case, "tool" | "kind" | "profile">;

const known = (tool: string, kind: string, profile: string | null, made: Make): Case => ({
  tool,
  kind,
  ...(profile === null ? {} : { profile }),
  ...made,
});
const each = <T>(make: (review: Written) => T) => REVIEWS.map(make);
const iso = (date: string) => `${date}T12:30:00.000Z`;
const none: Value = "";

const apify = (review: Written) => ({
  title: "Brook Plumbing",
  placeId: "ChIJ1",
  url: "https://www.google.com/maps/place/brook",
  categoryName: "Plumber",
  totalScore: 4.7,
  reviewsCount: 3,
  name: review.author,
  text: review.text,
  textTranslated: null,
  publishAt: "3 months ago",
  publishedAtDate: iso(review.date),
  likesCount: 0,
  reviewId: review.id,
  reviewUrl: `https://www.google.com/maps/reviews/${review.id}`,
  reviewOrigin: "Google",
  reviewerId: "10001",
  reviewerUrl: "https://www.google.com/maps/contrib/10001",
  stars: review.rating,
  rating: null,
  responseFromOwnerDate: null,
  responseFromOwnerText: null,
  reviewImageUrls: [],
});
const outscraper = (review: Written) => ({
  query: "brook plumbing",
  name: "Brook Plumbing",
  place_id: "ChIJ1",
  reviews: 3,
  rating: 4.7,
  review_id: review.id,
  author_link: "https://www.google.com/maps/contrib/10001",
  author_title: review.author,
  author_id: "10001",
  review_text: review.text,
  owner_answer: null,
  owner_answer_timestamp: null,
  owner_answer_timestamp_datetime_utc: null,
  review_link: `https://www.google.com/maps/reviews/${review.id}`,
  review_rating: review.rating,
  review_timestamp: seconds(review.date),
  review_datetime_utc: `${day(review.date, "MM/DD/YYYY")} 12:00:00`,
  review_likes: 0,
});
const columnsOf = (record: object) => Object.keys(record).filter((key) => key !== "reviewImageUrls");
const rowOf = (make: (review: Written) => object) => (review: Written) =>
  columnsOf(make(review)).map((key) => (make(review) as Record<string, Value>)[key] ?? null);
const headOf = (make: (review: Written) => object) => REVIEWS.slice(0, 1).flatMap((review) => columnsOf(make(review)));

export const KNOWN_TOOLS: readonly Case[] = [
  known("Judge.me", "CSV", "Judge.me", {
    name: "judgeme.csv",
    source: "judge.me",
    bytes: csv(
      "title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,picture_urls,ip_address,location",
      (r) => [
        ...[none, r.text, r.rating, `${r.date} 15:30:40 UTC`, "email", "ok", r.author, r.email, 1, "service", none],
        ...[none, "10.0.0.1", none],
      ],
    ),
  }),
  known("Site Reviews", "CSV", "Site Reviews", {
    name: "site-reviews.csv",
    source: "direct",
    bytes: csv(
      "date;rating;title;content;name;email;avatar;ip_address;terms;author_id;is_approved;is_pinned;is_verified;response",
      (r) => [`${r.date} 10:00:00`, r.rating, none, r.text, r.author, r.email, none, "10.0.0.1", 1, 0, 1, 0, 0, none],
      { delimiter: ";" },
    ),
  }),
  known("Feefo", "CSV", "Feefo", {
    name: "feefo.csv",
    source: "feefo",
    bytes: csv("Name,Email,Sale Date,Feedback Date,Product Id,Service Rating,Service Comment", (r) => [
      r.author,
      r.email,
      "01/01/2025",
      day(r.date, "DD/MM/YYYY"),
      "p1",
      r.rating,
      r.text,
    ]),
  }),
  known("Okendo", "CSV", "Okendo", {
    name: "okendo.csv",
    source: "okendo",
    bytes: csv("name,body,rating,dateCreated,email,countryCode,imageUrls", (r) => [
      r.author,
      r.text,
      r.rating,
      iso(r.date),
      r.email,
      "us",
      none,
    ]),
  }),
  known("Trustpilot", "CSV", "Trustpilot", {
    name: "trustpilot.csv",
    source: "trustpilot",
    bytes: csv(
      "Review Id,Review Created (UTC),Review Stars,Review Title,Review Content,Review Username,Source Name",
      (r) => [r.id, `${r.date} 12:30:00`, r.rating, none, r.text, r.author, "Invitation"],
    ),
  }),
  known("Trustpilot", "JSON of its page", "Trustpilot (page)", {
    name: "trustpilot-page.json",
    source: "trustpilot",
    bytes: json({
      reviews: each((r) => ({
        ...{ id: r.id, filtered: false, isPending: false, rating: r.rating, text: r.text, source: "Organic" },
        consumer: { displayName: r.author },
        dates: { experiencedDate: "2020-01-01T00:00:00.000Z", publishedDate: iso(r.date) },
        reply: null,
      })),
    }),
  }),
  known("WordPress", "CSV of comments", "WordPress", {
    name: "wp_comments.csv",
    source: "direct",
    bytes: csv("comment_ID,comment_author,comment_date_gmt,comment_content,comment_approved,rating", (r) => [
      r.id,
      r.author,
      `${r.date} 12:30:00`,
      r.text,
      "1",
      r.rating,
    ]),
  }),
  known("Trustpilot API", "JSON", null, {
    name: "trustpilot.json",
    source: "trustpilot",
    bytes: json({
      reviews: each((r) => ({
        id: r.id,
        stars: r.rating,
        title: "",
        text: r.text,
        language: "en",
        createdAt: iso(r.date),
        status: "active",
        consumer: { displayName: r.author },
      })),
    }),
  }),
  known("Trustpilot webhook", "JSON", null, {
    name: "events.json",
    source: "trustpilot",
    bytes: json({
      events: each((r) => ({
        eventName: "service-review-created",
        eventData: { id: r.id, stars: r.rating, text: r.text, createdAt: iso(r.date), consumer: { name: r.author } },
      })),
    }),
  }),
  known("Google Business Profile API", "JSON", null, {
    name: "page.json",
    source: "google",
    bytes: json({
      reviews: each((r) => ({
        reviewId: r.id,
        reviewer: { displayName: r.author },
        starRating: ["", "ONE", "TWO", "THREE", "FOUR", "FIVE"][r.rating],
        comment: r.text,
        createTime: iso(r.date),
        updateTime: iso(r.date),
      })),
      averageRating: 4,
      totalReviewCount: 3,
    }),
  }),
  known("Google Takeout", "JSON", null, {
    name: "reviews.json",
    source: "google",
    bytes: json({
      reviews: each((r) => ({
        name: `accounts/1/locations/2/reviews/${r.id}`,
        reviewer: { displayName: r.author },
        starRating: ["", "ONE", "TWO", "THREE", "FOUR", "FIVE"][r.rating],
        comment: r.text,
        createTime: iso(r.date),
        updateTime: iso(r.date),
      })),
    }),
  }),
  known("Google table", "CSV", "Google", {
    name: "google.csv",
    source: "google",
    bytes: csv("reviewId,reviewer,starRating,comment,createTime", (r) => [
      r.id,
      r.author,
      ["", "ONE", "TWO", "THREE", "FOUR", "FIVE"][r.rating] ?? "",
      r.text,
      iso(r.date),
    ]),
  }),
  known("Apify Google Maps", "JSON", "Apify (Google Maps)", {
    name: "dataset.json",
    source: "google",
    bytes: json(each(apify)),
  }),
  known("Apify Google Maps", "CSV", "Apify (Google Maps)", {
    name: "dataset.csv",
    source: "google",
    bytes: csv(headOf(apify), rowOf(apify)),
  }),
  known("Apify Google Maps", "Excel", "Apify (Google Maps)", {
    name: "dataset.xlsx",
    source: "google",
    bytes: workbook(headOf(apify), rowOf(apify)),
  }),
  known("Apify Google Maps", "JSON of places", "Apify (Google Maps)", {
    name: "places.json",
    source: "google",
    bytes: json([{ title: "Brook Plumbing", placeId: "ChIJ1", totalScore: 4.7, reviews: each(apify) }]),
  }),
  known("Apify Google Maps", "JSON of two places", "Apify (Google Maps)", {
    name: "two.json",
    source: "google",
    bytes: json([
      {
        title: "Brook Plumbing",
        placeId: "ChIJ1",
        reviews: each(({ ...r }) => ({ ...apify(r), title: undefined, placeId: undefined })),
      },
      {
        title: "Other Plumbing",
        placeId: "ChIJ2",
        reviews: [
          {
            ...apify(REVIEWS[0] as Written),
            title: undefined,
            placeId: undefined,
            reviewId: "other",
            text: "Another firm",
          },
        ],
      },
    ]),
    refused: /choose one with --location: .*"Brook Plumbing", "Other Plumbing"/,
    hint: { location: "Brook Plumbing" },
  }),
  known("Apify Tripadvisor", "JSON", "Apify (Tripadvisor)", {
    name: "tripadvisor.json",
    source: "tripadvisor",
    bytes: json(
      each((r) => ({
        id: r.id,
        url: `https://www.tripadvisor.com/ShowUserReviews-${r.id}`,
        title: `On ${r.id}`,
        rating: r.rating,
        travelDate: "2024-12",
        publishedDate: r.date,
        text: r.text,
        tripType: "NONE",
        user: { name: r.author },
        ownerResponse: null,
      })),
    ),
  }),
  known("Apify Trustpilot", "JSON", "Apify (Trustpilot)", {
    name: "trustpilot-apify.json",
    source: "trustpilot",
    bytes: json(
      each((r) => ({
        reviewHeadline: `On ${r.id}`,
        reviewBody: r.text,
        ratingValue: r.rating,
        datePublished: iso(r.date),
        authorName: r.author,
      })),
    ),
  }),
  known("Outscraper", "CSV", "Outscraper", {
    name: "outscraper.csv",
    source: "google",
    bytes: csv(headOf(outscraper), rowOf(outscraper)),
  }),
  known("Outscraper", "JSON", "Outscraper", {
    name: "outscraper.json",
    source: "google",
    bytes: json({
      id: "a-1",
      status: "Success",
      data: [{ name: "Brook Plumbing", place_id: "ChIJ1", rating: 4.7, reviews_data: each(outscraper) }],
    }),
  }),
  known("Outscraper", "Excel", "Outscraper", {
    name: "outscraper.xlsx",
    source: "google",
    bytes: workbook(headOf(outscraper), rowOf(outscraper)),
  }),
  known("SerpApi", "JSON", "SerpApi", {
    name: "serpapi.json",
    source: "google",
    bytes: json({
      search_metadata: { status: "Success" },
      place_info: { title: "Brook Plumbing", rating: 4.7, reviews: 3 },
      topics: [{ keyword: "leak", mentions: 3 }],
      reviews: each((r) => ({
        link: `https://www.google.com/maps/reviews/${r.id}`,
        rating: r.rating,
        date: "3 months ago",
        iso_date: `${r.date}T12:00:00Z`,
        source: "Google",
        review_id: r.id,
        user: { name: r.author, reviews: 3 },
        snippet: r.text,
        extracted_snippet: { original: r.text },
        likes: 0,
      })),
    }),
  }),
  known("Google Places Details", "JSON", "Google Places Details", {
    name: "details.json",
    source: "google",
    bytes: json({
      result: {
        name: "Brook Plumbing",
        rating: 4.7,
        reviews: each((r) => ({
          author_name: r.author,
          author_url: "https://www.google.com/maps/contrib/1",
          language: "en",
          rating: r.rating,
          relative_time_description: "a month ago",
          text: r.text,
          time: seconds(r.date),
        })),
      },
      status: "OK",
    }),
  }),
  known("Google Places API (New)", "JSON", "Google Places API (New)", {
    name: "place.json",
    source: "google",
    bytes: json({
      id: "ChIJ1",
      displayName: { text: "Brook Plumbing" },
      reviews: each((r) => ({
        name: `places/ChIJ1/reviews/${r.id}`,
        relativePublishTimeDescription: "a month ago",
        rating: r.rating,
        text: { text: "A translation", languageCode: "de" },
        originalText: { text: r.text, languageCode: "en" },
        authorAttribution: { displayName: r.author },
        publishTime: iso(r.date),
      })),
    }),
  }),
  known("Bright Data", "JSON", "Bright Data (Google Maps)", {
    name: "brightdata.json",
    source: "google",
    bytes: json(
      each((r) => ({
        url: "https://www.google.com/maps/place/brook",
        place_id: "ChIJ1",
        place_name: "Brook Plumbing",
        review_id: r.id,
        reviewer_name: r.author,
        review_rating: r.rating,
        review: r.text,
        review_date: iso(r.date),
        response_of_owner: null,
        response_date: null,
      })),
    ),
  }),
  known("Yelp open dataset", "NDJSON", "Yelp (open dataset)", {
    name: "yelp.json",
    source: "yelp",
    bytes: ndjson((r) => ({
      review_id: r.id,
      user_id: `u-${r.id}`,
      business_id: "b1",
      stars: r.rating,
      useful: 0,
      funny: 0,
      cool: 0,
      text: r.text,
      date: `${r.date} 22:09:11`,
    })),
  }),
  known("Yelp Fusion", "JSON", "Yelp Fusion", {
    name: "fusion.json",
    source: "yelp",
    bytes: json({
      reviews: each((r) => ({
        id: r.id,
        url: `https://www.yelp.com/biz/brook?hrid=${r.id}`,
        text: r.text,
        rating: r.rating,
        time_created: `${r.date} 10:00:00`,
        user: { id: "u", name: r.author },
      })),
      total: 3,
    }),
  }),
  known("Facebook", "JSON of recommendations", "Facebook", {
    name: "facebook.json",
    source: "facebook",
    bytes: json({
      data: each((r) => ({
        created_time: `${r.date}T12:00:00+0000`,
        recommendation_type: r.rating > 3 ? "positive" : "negative",
        review_text: r.text,
        reviewer: { name: r.author, id: "1" },
      })),
    }),
    refused: /"recommendation_type" contains recommendations, which are not ratings/,
  }),
  known("Facebook", "JSON of stars", "Facebook", {
    name: "facebook-2017.json",
    source: "facebook",
    bytes: json({
      data: each((r) => ({
        created_time: `${r.date}T12:00:00+0000`,
        rating: r.rating,
        recommendation_type: null,
        review_text: r.text,
        reviewer: { name: r.author, id: "1" },
      })),
    }),
  }),
  known("Loox", "CSV", "Loox", {
    name: "loox.csv",
    source: "loox",
    bytes: csv("id,product_handle,rating,author,email,body,created_at,photo_url,status,verified_purchase", (r) => [
      r.id,
      "service",
      r.rating,
      r.author,
      r.email,
      r.text,
      iso(r.date),
      none,
      "Active",
      true,
    ]),
  }),
  known("Shopify Product Reviews", "CSV", "Shopify Product Reviews", {
    name: "shopify.csv",
    source: "direct",
    bytes: csv("product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at", (r) => [
      ...["service", "published", r.rating, none, r.author, r.email, none, r.text, none, `${r.date} 12:00:00 UTC`],
      none,
    ]),
  }),
  known("Yotpo", "CSV", "Yotpo", {
    name: "yotpo.csv",
    source: "yotpo",
    bytes: csv(
      "Review ID,Published,Review Title,Review Content,Review Score,Reviewer Display Name,Reviewer Email,Review Creation Date,Sentiment Score,Comment Content,Comment Creation Date",
      (r) => [r.id, true, none, r.text, r.rating, r.author, r.email, `${r.date} 12:00:00`, 0.8, none, none],
    ),
  }),
  known("Yotpo API", "JSON", null, {
    name: "yotpo.json",
    source: null,
    bytes: json({
      reviews: each((r) => ({
        id: Number(r.id.slice(2)),
        title: `On ${r.id}`,
        content: r.text,
        score: r.rating,
        votes_up: 0,
        created_at: iso(r.date),
        deleted: false,
        name: r.author,
        email: r.email,
        reviewer_type: "verified_buyer",
      })),
    }),
    refused: /add --source NAME/,
    hint: { source: "yotpo" },
  }),
  known("Stamped API", "JSON", "Stamped", {
    name: "stamped.json",
    source: "stamped",
    bytes: json({
      data: each((r) => ({
        id: Number(r.id.slice(2)),
        author: r.author,
        reviewTitle: `On ${r.id}`,
        reviewMessage: r.text,
        reviewRating: r.rating,
        reviewDate: day(r.date, "MM/DD/YYYY"),
        reviewVerifiedType: 2,
        productId: 1,
      })),
      total: 3,
    }),
  }),
  known("REVIEWS.io API", "JSON", "REVIEWS.io", {
    name: "reviewsio.json",
    source: "reviews.io",
    bytes: json({
      word: "Great",
      stats: { average_rating: "4.7", total_reviews: 3 },
      reviews: each((r) => ({
        store_review_id: Number(r.id.slice(2)),
        title: null,
        rating: r.rating,
        comments: r.text,
        date_created: `${r.date} 12:00:00`,
        reviewer: { first_name: r.author, last_name: "" },
        replies: [],
      })),
    }),
  }),
  known("Podium", "JSON", "Podium", {
    name: "podium.json",
    source: "google",
    bytes: json({
      data: each((r) => ({
        uid: `u-${r.id}`,
        author: { id: "1", name: r.author },
        createdAt: iso(r.date),
        updatedAt: iso(r.date),
        isRecommendation: false,
        review: {
          body: r.text,
          rating: r.rating,
          siteName: "google",
          siteReviewId: r.id,
          url: `https://www.google.com/maps/reviews/${r.id}`,
        },
        responses: [],
      })),
    }),
  }),
  known("Podium", "JSON of recommendations", "Podium", {
    name: "podium-facebook.json",
    source: "facebook",
    bytes: json({
      data: each((r) => ({
        uid: `u-${r.id}`,
        author: { name: r.author },
        createdAt: iso(r.date),
        isRecommendation: true,
        review: { body: r.text, rating: r.rating > 3 ? 5 : 1, siteName: "facebook", siteReviewId: r.id },
      })),
    }),
    refused: /"isRecommendation" contains recommendations/,
  }),
  known("Birdeye", "JSON", "Birdeye", {
    name: "birdeye.json",
    source: "google",
    bytes: json(
      each((r) => ({
        reviewId: r.id,
        businessId: "1",
        reviewer: { nickName: r.author },
        comments: r.text,
        rating: r.rating,
        reviewDate: day(r.date, "MM/DD/YYYY"),
        sourceType: "Google",
        uniqueReviewUrl: `https://birdeye.com/r/${r.id}`,
        response: null,
      })),
    ),
  }),
  known("Reputation", "JSON", "Reputation", {
    name: "reputation.json",
    source: "google",
    bytes: json({
      reviews: each((r) => ({
        reviewID: r.id,
        locationID: "l1",
        sourceID: "GOOGLE_PLACES",
        sourceName: "Google",
        rating: r.rating,
        reviewBody: r.text,
        author: { name: r.author },
        datePublished: iso(r.date),
        dateIngested: iso("2025-12-01"),
        status: "active",
        responses: [],
      })),
    }),
  }),
  known("Kiyoh", "JSON on a scale of ten", "Kiyoh", {
    name: "kiyoh.json",
    source: "klantenvertellen",
    bytes: json({
      locationId: "1",
      averageRating: 9.1,
      reviews: each((r) => ({
        reviewId: r.id,
        reviewAuthor: r.author,
        city: "Utrecht",
        rating: r.rating * 2,
        oneliner: r.text,
        dateSince: iso(r.date),
        updatedSince: iso("2025-12-01"),
      })),
    }),
    refused: /appear to be on a scale of 10, such as 10; add --scale 10/,
    hint: { scale: "10" },
  }),
  known("Trusted Shops API", "JSON", "Trusted Shops", {
    name: "trustedshops.json",
    source: "trustedshops",
    bytes: json({
      items: each((r) => ({
        id: r.id,
        rating: r.rating,
        title: `On ${r.id}`,
        comment: r.text,
        submittedAt: iso(r.date),
        createdAt: iso(r.date),
        customer: { fullName: r.author },
        transaction: { reference: "A-1", date: iso("2025-01-01") },
        status: "APPROVED",
      })),
    }),
  }),
  known("Avis Vérifiés API", "JSON", "Avis Vérifiés", {
    name: "avis.json",
    source: "avisverifies",
    bytes: json(
      each((r) => ({
        id_review: r.id,
        firstname: r.author,
        review_date: `${r.date} 12:00:00`,
        rate: r.rating,
        review: r.text,
        order_ref: "C-1",
        order_date: "2025-01-01 00:00:00",
      })),
    ),
  }),
  known("WooCommerce", "JSON", "WooCommerce", {
    name: "woo.json",
    source: "direct",
    bytes: json(
      each((r) => ({
        id: Number(r.id.slice(2)),
        date_created: `${r.date}T10:00:00`,
        date_created_gmt: `${r.date}T12:00:00`,
        product_id: 1,
        status: "approved",
        reviewer: r.author,
        reviewer_email: r.email,
        review: r.text,
        rating: r.rating,
        verified: true,
      })),
    ),
  }),
  known("Strong Testimonials", "CSV", "Strong Testimonials", {
    name: "testimonials.csv",
    source: "direct",
    bytes: csv("post_title,post_content,post_date,client_name,email,star_rating", (r) => [
      `On ${r.id}`,
      r.text,
      `${r.date} 12:00:00`,
      r.author,
      r.email,
      r.rating,
    ]),
  }),
];
