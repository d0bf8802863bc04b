/**
 * Which column of a CSV file means what: the names exporters and people use.
 *
 * Names are compared without case, spaces, `_` and `-`. Where several columns could mean the same, the name that
 * stands first here wins.
 *
 * @module
 */

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
  | "approved";

/** The names each meaning goes by. */
export const COLUMN_ALIASES: Readonly<Record<ColumnRole, readonly string[]>> = {
  rating: ["rating", "stars", "star rating", "service rating", "review rating", "score"],
  date: ["date", "review date", "created at", "create time", "date created", "published", "feedback date"],
  text: ["text", "body", "comment", "content", "review", "message", "service comment", "review text", "review body"],
  title: ["title", "headline", "review title"],
  author: ["author", "name", "reviewer", "reviewer name", "customer", "customer name", "author name"],
  reply: ["reply", "response", "owner response"],
  replyDate: ["reply date", "response date"],
  id: ["review id", "id"],
  technicians: ["technicians", "technician", "tech", "employee", "served by"],
  services: ["services", "service", "job type", "category"],
  serviceAreas: ["service areas", "service area", "area"],
  url: ["source url", "url", "link", "review url"],
  source: ["source", "site"],
  language: ["language", "locale"],
  verification: ["verification", "verification method"],
  verificationDate: ["verification date"],
  approved: ["is approved"],
};

/** Columns whose content is personal and therefore never read; nobody needs to be told that they were passed over. */
const UNREAD: ReadonlySet<string> = new Set(
  [
    ...["email", "reviewer email", "author email", "customer email", "phone", "telephone", "ip address", "avatar"],
    ...["picture urls", "image urls", "customer id", "author id"],
  ].map(foldHeader),
);

/** The columns of one file: where each meaning stands, and which headers mean nothing here. */
export interface Columns {
  readonly headers: readonly string[];
  /** Index of the column for a meaning. */
  readonly at: Readonly<Partial<Record<ColumnRole, number>>>;
  readonly unknown: readonly string[];
}

/** Finds the meaning of each header. */
export function findColumns(headers: readonly string[]): Columns {
  const folded = headers.map(foldHeader);
  const at: Partial<Record<ColumnRole, number>> = {};
  for (const [role, aliases] of Object.entries(COLUMN_ALIASES) as [ColumnRole, readonly string[]][]) {
    const alias = aliases.map(foldHeader).find((name) => folded.includes(name));
    if (alias !== undefined) at[role] = folded.indexOf(alias);
  }
  const used = new Set(Object.values(at));
  const unknown = headers.filter((header, index) => !used.has(index) && header !== "" && !UNREAD.has(folded[index]!));
  return { headers, at, unknown };
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
  { name: "Google", source: "google", columns: ["reviewId", "starRating", "createTime"] },
];

/** The exporter that wrote a header, or null. */
export function findExporter(headers: readonly string[]): Exporter | null {
  const folded = new Set(headers.map(foldHeader));
  return EXPORTERS.find(({ columns }) => columns.every((column) => folded.has(foldHeader(column)))) ?? null;
}
