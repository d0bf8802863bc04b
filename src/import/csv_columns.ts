/**
 * Which column of a CSV file means what: the names exporters and people use.
 *
 * Names are compared without case, spaces, `_` and `-`. Where several columns could mean the same, the name that
 * stands first here wins, and the owner is told.
 *
 * @module
 */

import { isModerationColumn } from "./moderation.ts";
import { refuse, showValue } from "./problem.ts";

/** What a column can mean. */
export type ColumnRole =
  | "rating"
  | "date"
  | "text"
  | "title"
  | "author"
  | "reply"
  | "replyDate"
  | "id"
  | "technicians"
  | "services"
  | "serviceAreas"
  | "url"
  | "source"
  | "language"
  | "verification"
  | "verificationDate"
  | "email"
  | "telephone"
  | "invoice";

/** The names that columns of each meaning go by; where a table has several of them, the one that stands first counts. */
export type ColumnNames<Role extends string> = Readonly<Record<Role, readonly string[]>>;

/** What the columns of a table of reviews are called. */
export const REVIEW_COLUMNS: ColumnNames<ColumnRole> = {
  rating: ["rating", "stars", "star rating", "service rating", "review rating", "review stars", "score"],
  date: [
    ...["date", "review date", "created at", "create time", "date created", "created date", "published"],
    ...["feedback date", "review created (utc)", "timestamp"],
  ],
  text: [
    ...["text", "body", "comment", "content", "review", "message", "service comment", "review text", "review body"],
    "review content",
  ],
  title: ["title", "headline", "review title"],
  author: [
    "author",
    "name",
    "reviewer",
    "reviewer name",
    "customer",
    "customer name",
    "author name",
    "review username",
  ],
  reply: ["reply", "response", "owner response", "company reply content"],
  replyDate: ["reply date", "response date", "company reply date (utc)"],
  id: ["review id", "id"],
  technicians: ["technicians", "technician", "tech", "employee", "served by"],
  services: ["services", "service", "job type", "category"],
  serviceAreas: ["service areas", "service area", "area"],
  url: ["source url", "url", "link", "review url"],
  source: ["source", "site"],
  language: ["language", "locale", "review language"],
  verification: ["verification", "verification method"],
  verificationDate: ["verification date"],
  // Kept as keyed hashes, for proofs by a list of jobs.
  email: ["email", "reviewer email", "author email", "customer email", "review user email"],
  telephone: ["phone", "telephone", "customer phone", "reviewer phone", "mobile"],
  invoice: ["invoice", "invoice number", "invoice no", "job number", "order number", "order id", "reference number"],
};

/** Columns whose content is personal and therefore never read; nobody needs to be told that they were passed over. */
const UNREAD: ReadonlySet<string> = new Set(
  [
    ...["ip address", "avatar", "picture urls", "image urls", "customer id", "author id", "review consumer user id"],
  ].map(foldHeader),
);

/** The columns of one table: where each meaning stands, and what else there is. */
export interface Columns<Role extends string> {
  readonly headers: readonly string[];
  /** Index of the column for a meaning. */
  readonly at: Readonly<Partial<Record<Role, number>>>;
  /** Columns that could have had a meaning, had another not been there. */
  readonly rivals: readonly { readonly role: Role; readonly index: number }[];
  /** Indexes of the columns that say whether the source shows a review. */
  readonly moderation: readonly number[];
  /** Headers that mean nothing here. */
  readonly unknown: readonly string[];
}

/** Finds the meaning of each header. */
export function findColumns<Role extends string>(headers: readonly string[], names: ColumnNames<Role>): Columns<Role> {
  const folded = headers.map(foldHeader);
  const at: Partial<Record<Role, number>> = {};
  const rivals: { role: Role; index: number }[] = [];
  for (const [role, aliases] of Object.entries(names) as [Role, readonly string[]][]) {
    const [first, ...others] = aliases.map(foldHeader).flatMap((name) => indexesOf(name, folded));
    if (first !== undefined) at[role] = first;
    rivals.push(...others.map((index) => ({ role, index })));
  }
  const used = new Set([...Object.values(at), ...rivals.map(({ index }) => index)]);
  const moderation = headers.flatMap((header, index) =>
    !used.has(index) && isModerationColumn(header) ? [index] : [],
  );
  for (const index of moderation) used.add(index);
  const unknown = headers.filter(
    (header, index) => !used.has(index) && header !== "" && !UNREAD.has(folded[index] ?? ""),
  );
  return { headers, at, rivals, moderation, unknown };
}

function indexesOf(name: string, folded: readonly string[]): number[] {
  return folded.flatMap((header, index) => (header === name ? [index] : []));
}

/**
 * Of two columns that could mean the same only one is read: which one, in a sentence each.
 *
 * @throws {GoodwordError} input_refused when they have the same name, so that nobody can tell which one is meant
 */
export function tellRivals<Role extends string>({ headers, at, rivals }: Columns<Role>): string[] {
  return rivals.map(({ role, index }) => {
    const [taken = "", other = ""] = [headers[at[role] ?? -1], headers[index]];
    if (foldHeader(taken) === foldHeader(other)) {
      refuse(`Two columns are named ${showValue(taken)}; rename or delete one of them`);
    }
    return `The column ${showValue(other)} was ignored because ${showValue(taken)} means the same and takes precedence`;
  });
}

function foldHeader(header: string): string {
  return header.toLowerCase().replace(/[\s_-]+/g, "");
}

/** An exporter known by its header, with the source its reviews were written at. */
interface Exporter {
  readonly name: string;
  readonly source: string;
  readonly columns: readonly string[];
}

const EXPORTERS: readonly Exporter[] = [
  { name: "Judge.me", source: "judge.me", columns: ["review_date", "reviewer_name", "product_handle"] },
  { name: "Judge.me", source: "judge.me", columns: ["review_date", "reviewer_name", "product_url"] },
  { name: "Site Reviews", source: "direct", columns: ["date", "rating", "is_approved", "is_pinned"] },
  { name: "Feefo", source: "feefo", columns: ["Feedback Date", "Service Rating"] },
  { name: "Okendo", source: "okendo", columns: ["dateCreated", "rating", "body"] },
  { name: "Trustpilot", source: "trustpilot", columns: ["Review Created (UTC)", "Review Stars"] },
  { name: "Google", source: "google", columns: ["reviewId", "starRating", "createTime"] },
];

/** The exporter that wrote a header, or null. */
export function findExporter(headers: readonly string[]): Exporter | null {
  const folded = new Set(headers.map(foldHeader));
  return EXPORTERS.find(({ columns }) => columns.every((column) => folded.has(foldHeader(column)))) ?? null;
}
