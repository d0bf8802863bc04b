/** Opens the API reference. */
import { PATHS } from "./paths.ts";

export const BASICS: readonly (readonly [title: string, text: string])[] = [
  ["No keys", "Everything is public and read-only. An Authorization header is ignored."],
  [
    "Pages",
    "Search and changes answer in pages. Send limit for their size, and next_cursor or cursor of a page to get the next one; " +
      `a null next_cursor is the end. Reviews are newest first. ${PATHS.reviews} is always whole.`,
  ],
  [
    "Limits",
    "The site may limit requests per minute and address. RateLimit headers state what is " +
      "left. Beyond that: 429, with Retry-After in seconds. Documents are never limited.",
  ],
  [
    "Errors",
    "An error is JSON with title, status and issues, one for everything that is wrong: path, code for programs, message for " +
      "people. Accept: application/problem+json gives it that type (RFC 9457).",
  ],
  ["CORS", "Scripts of any origin may read every answer and its headers."],
  [
    "Caching",
    "Answers have an ETag and mostly Last-Modified. Send them back as If-None-Match or If-Modified-Since: 304 means that " +
      "nothing changed. Documents may be kept for a minute.",
  ],
  [
    "Staying up to date",
    `Poll ${PATHS.changes}, or have changes pushed: WebSub (webhooks) at ${PATHS.hub}, and server-sent events ` +
      "at the same address as polling.",
  ],
  [
    "Versions",
    "Paths have no version. Fields, parameters and operations may be added; what is deprecated stays until the major " +
      "release that its description names.",
  ],
];
