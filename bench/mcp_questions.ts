/**
 * Everyday questions to a business's reviews, each with the calls that answer it and what the answer must hold.
 *
 * The business is the sample.
 */

export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Question {
  readonly asked: string;
  readonly calls: readonly Call[];
  /** What stands in the text of the answers; all of it is needed to answer. */
  readonly needs: readonly RegExp[];
}

const insights = (args: Call["args"] = {}): Call => ({ tool: "get_insights", args });
const stats = (args: Call["args"]): Call => ({ tool: "get_review_stats", args });
const search = (args: Call["args"]): Call => ({ tool: "search_reviews", args });

export const QUESTIONS: readonly Question[] = [
  { asked: "How good are they?", calls: [insights()], needs: [/mean 4\.\d+/, /criticism/] },
  {
    asked: "What do customers complain about most?",
    calls: [insights()],
    needs: [/responsiveness: \d+, \d+, \d+/],
  },
  {
    asked: "What exactly do they say against the price?",
    calls: [insights({ aspect: "price_value" }), search({ mentions_aspect: "price_value", sentiment: "negative" })],
    needs: [/criticism \d+/, /\d+ of \d+ reviews/],
  },
  {
    asked: "Do they come on time?",
    calls: [insights({ aspect: "punctuality" })],
    needs: [/praise \d+, criticism \d+/, /trend/],
  },
  {
    asked: "Who is the best technician for water heaters?",
    calls: [stats({ mentions_service: "Water heaters", group_by: "technician" })],
    needs: [/mean \d/],
  },
  {
    asked: "What do unhappy customers say about water heaters?",
    calls: [search({ mentions_service: "water-heater", max_rating: 3 })],
    needs: [/water-heater/],
  },
  {
    asked: "What is said of Marcus Bell?",
    calls: [insights({ technician: "Marcus Bell" }), search({ mentions_technician: "Marcus Bell", limit: 5 })],
    needs: [/technician Marcus Bell/, /Marcus Bell/],
  },
  {
    asked: "What changed since May?",
    calls: [stats({ since: "2026-05-01", compare_since: "2025-05-01", compare_until: "2025-10-31" })],
    needs: [/difference/],
  },
  {
    asked: "How did the rating go by year?",
    calls: [stats({ group_by: "year" })],
    needs: [/2024: \d+ reviews/, /2026/],
  },
  {
    asked: "How did it go by quarter for furnaces?",
    calls: [stats({ group_by: "quarter", mentions_service: "furnace" })],
    needs: [/-Q\d: \d+ reviews/],
  },
  { asked: "Where do the reviews come from?", calls: [stats({ group_by: "source" })], needs: [/google/] },
  {
    asked: "What do the reviews on Google alone say?",
    calls: [search({ source: "google", limit: 10 })],
    needs: [/10 of \d+ reviews/],
  },
  {
    asked: "Which bad reviews were never answered?",
    calls: [search({ max_rating: 2, has_reply: false })],
    needs: [/reviews/],
  },
  {
    asked: "How many of the bad ones were answered?",
    calls: [stats({ max_rating: 2, has_reply: true }), stats({ max_rating: 2 })],
    needs: [/all: \d+ reviews/],
  },
  {
    asked: "Which reviews changed lately?",
    calls: [search({ updated_since: "2026-01-01", limit: 5 })],
    needs: [/reviews/],
  },
  { asked: "What is withheld, and of how many stars?", calls: [insights()], needs: [/withheld as \w+: stars/] },
  {
    asked: "Do they serve Port Avery, and how well?",
    calls: [insights({ area: "port-avery" })],
    needs: [/area Port Avery: \d+ reviews/],
  },
  { asked: "Which area is happiest?", calls: [stats({ group_by: "area" })], needs: [/mean 4/] },
  {
    asked: "Did anybody write in Spanish?",
    calls: [search({ language: "es" })],
    needs: [/[1-9]\d* of [1-9]\d* reviews/],
  },
  {
    asked: "Is there anything about a no-show?",
    calls: [search({ words: "no show" })],
    needs: [/[1-9]\d* of [1-9]\d* reviews/],
  },
  {
    asked: "Do they clean up after themselves?",
    calls: [insights({ aspect: "cleanliness" })],
    needs: [/praise \d+, criticism \d+/],
  },
  {
    asked: "Show me five short testimonials for drains.",
    calls: [search({ mentions_service: "drain-cleaning", min_rating: 5, limit: 5 })],
    needs: [/5 of \d+ reviews/],
  },
  { asked: "What did the newest customers say?", calls: [search({ limit: 10 })], needs: [/10 of \d+ reviews/] },
  {
    asked: "Are boilers or furnaces their better work?",
    calls: [insights({ service: "boiler" }), insights({ service: "furnace" })],
    needs: [/service Boiler/i, /service Furnace/],
  },
  {
    asked: "How are they reached, and what do they offer?",
    calls: [{ tool: "get_business", args: {} }],
    needs: [/telephone|phone/, /services/],
  },
];
