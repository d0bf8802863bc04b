/** What holds for every operation, for people who read the reference: it opens with this. */
import { PATHS } from "./paths.ts";

/** Title and paragraph of each subject. */
export const BASICS: readonly (readonly [title: string, text: string])[] = [
  [
    "No keys",
    "Everything is public and read-only. There is no key and no account; an Authorization header is ignored.",
  ],
  [
    "Pages",
    "Search and changes answer in pages. Send limit for their size, and next_cursor or cursor of a page to get the next one; " +
      `a null next_cursor is the end. Reviews are newest first. ${PATHS.reviews} is always whole.`,
  ],
  [
    "Limits",
    "The site may limit requests per minute and address. RateLimit and RateLimit-Policy headers state what is " +
      "left. Beyond the limit the answer is 429, and Retry-After has the seconds to wait. Documents are never limited.",
  ],
  [
    "Errors",
    "An error is JSON with title, status and issues, one for everything that is wrong: path, code for programs, message for " +
      "people. Accept: application/problem+json gives it that type (RFC 9457).",
  ],
  ["CORS", "Scripts of any origin may read every answer and its headers. Browsers send no cookies, and none are set."],
  [
    "Caching",
    "Answers have an ETag and mostly Last-Modified. Send them back as If-None-Match or If-Modified-Since: 304 means that " +
      "nothing changed, and costs next to nothing. Documents may be kept for a minute. br, zstd and gzip are served.",
  ],
  [
    "Staying up to date",
    `Poll ${PATHS.changes} with its cursor, or have changes pushed: WebSub (webhooks) at ${PATHS.hub}, and server-sent events ` +
      "at the same address as polling.",
  ],
  [
    "Versions",
    "Paths have no version. Fields, parameters and operations may be added; what is deprecated stays until the major " +
      "release that its description names.",
  ],
];
