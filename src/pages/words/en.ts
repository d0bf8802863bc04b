/**
 * The fixed words of the pages in English, by kind of page: the one place where they stand. Another catalog has the same
 * members; those that take a number or a name are functions, so that each language can order and inflect as it must.
 *
 * @module
 */
import { counted, groupedDigits } from "../words.ts";

/** The words of every page. */
export const EN = {
  /** The frame of every page. */
  frame: {
    skip: "Skip to the content",
    siteName: "Verified reviews",
    reviews: "Reviews",
    verification: "How we verify",
    search: "Search",
    sampleLabel: "Sample data",
    sample: "Sample data.",
    sampleNote: "This business is made up.",
    developers: "For developers: feeds, data, API, MCP",
  },

  /** The profile of the business at `/`. */
  profile: {
    call: "Call",
    website: "Website",
    count: (count: number, areAllVerified: boolean) => counted(count, areAllVerified ? "verified review" : "review"),
    period: (oldest: string, newest: string) => (oldest === newest ? newest : `${oldest} to ${newest}`),
    facts: "The rating in figures",
    newest: "Newest reviews",
    critical: "The critical review that says most",
    criticalNote:
      "Three stars or fewer, chosen by a fixed rule: what it says of the work, how long ago, whether answered.",
    all: (count: number) => `All ${groupedDigits(count)} reviews`,
    more: "More reviews",
    noneYet: "There are no verified reviews yet.",
    heldBack: (count: number) => `${counted(count, "review")} came in and ${count === 1 ? "is" : "are"} held back`,
    about: (name: string) => `About ${name}`,
    serving: "Serves",
    since: "Since",
    licenses: "Licences",
    address: "Address",
    moreAreas: (count: number) => `${groupedDigits(count)} more`,
    writtenWhere: "Where these reviews were written",
  },

  /** Links that narrow down the reviews. */
  chips: {
    label: "Reviews about",
    withReply: "With a reply",
    stars: (stars: number) => `${stars} ★`,
    reviews: (count: number) => counted(count, "review"),
  },

  /** How a review was read, on its page. */
  why: {
    title: "How this review was read",
    method:
      "By fixed rules, from its words and its stars: no person chose, no outside service was asked. The certainty says in how many of 100 such cases a careful reader agrees.",
    nothing: "Nothing in it was judged or recognised: it counts by its stars.",
    sides: { positive: "praised", negative: "criticised", mixed: "praised and criticised", unclear: "mentioned" },
    certainty: (percent: number) => `${percent}% certain`,
    unclear:
      "Neither praise nor criticism is certain enough to count as such: praise counts from 80%, criticism from 90%.",
    corrected: "The business corrected this judgement.",
    mentioned: "mentioned",
    given: "Stated by the file that the review came with.",
    report: "Report this review",
    reportSubject: (id: string) => `Report of review ${id}`,
  },

  /** The page for developers. */
  developers: {
    title: "For developers",
    description: (name: string) => `Feeds, open data, API and MCP server of the reviews of ${name}.`,
    lead: "Everything on this site is open to programs, too: no key, no account.",
    follow: "Follow these reviews",
    data: "All of it as data",
    reference: "API reference",
    referenceNote: "Every operation with its parameters and answers, to read and to try out.",
  },
} as const;
