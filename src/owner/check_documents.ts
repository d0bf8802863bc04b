/** Whether the documents of a store are what their readers rely on. */
import { PATHS } from "../http/paths.ts";
import { identityBytes } from "../http/representation.ts";
import { NOTHING_FOUND } from "../insights/mod.ts";
import type { Store } from "../store/mod.ts";
import { publishNow, type SiteOptions } from "./export.ts";
import { type Finding, fine, wrong } from "./finding.ts";

/** Builds the documents as a server would, but for the findings that are outdated, and looks at what readers of each rely on. */
export async function checkDocuments(store: Store, options: SiteOptions): Promise<Finding[]> {
  const analystOf = () => ({ analyze: () => NOTHING_FOUND });
  const { parts, publication } = await publishNow(store, { ...options, analystOf });
  const text = (path: string) => {
    const document = parts.documents.find((each) => each.path === path);
    return document === undefined ? "" : new TextDecoder().decode(identityBytes(document));
  };
  return [
    ...checkDataset(text(PATHS.reviews), publication.reviewCount),
    ...checkJsonFeed(JSON.parse(text(PATHS.jsonFeed))),
    ...checkAtom(text(PATHS.atomFeed)),
  ];
}

/** The public set against the number of published reviews. */
export function checkDataset(json: string, reviewCount: number): Finding[] {
  const { reviews, aggregate_rating } = JSON.parse(json);
  const isWhole = reviews.length === reviewCount && aggregate_rating.review_count === reviewCount;
  if (isWhole) return [fine(PATHS.reviews, `${reviewCount} reviews`)];
  return [wrong(PATHS.reviews, `contains ${reviews.length} reviews, expected ${reviewCount}`)];
}

/** The members of a parsed JSON Feed that are looked at. */
interface JsonFeed {
  readonly version: string;
  readonly title: string;
  readonly items: readonly { readonly id: string; readonly date_published: string }[];
}

/** What JSON Feed 1.1 requires of the parsed feed. */
export function checkJsonFeed({ version, title, items }: JsonFeed): Finding[] {
  const faults: Finding[] = [];
  if (version !== "https://jsonfeed.org/version/1.1") faults.push(wrong(PATHS.jsonFeed, `version is ${version}`));
  if (!title) faults.push(wrong(PATHS.jsonFeed, "has no title"));
  if (new Set(items.map(({ id }) => id)).size !== items.length) faults.push(wrong(PATHS.jsonFeed, "ids occur twice"));
  if (items.some((item) => Number.isNaN(Date.parse(item.date_published)))) {
    faults.push(wrong(PATHS.jsonFeed, "a date is not RFC 3339"));
  }
  return faults.length > 0 ? faults : [fine(PATHS.jsonFeed, `${items.length} items`)];
}

/** What RFC 4287 requires most. */
export function checkAtom(xml: string): Finding[] {
  const faults: Finding[] = [];
  const values = (element: string) =>
    [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))].map(([, it = ""]) => it);
  const [ids, updated] = [values("id"), values("updated")];
  const entries = xml.split("<entry").length - 1;
  if (ids.length < entries + 1 || new Set(ids).size !== ids.length)
    faults.push(wrong(PATHS.atomFeed, "ids are missing or occur twice"));
  if (updated.length < entries + 1 || updated.some((instant) => Number.isNaN(Date.parse(instant)))) {
    faults.push(wrong(PATHS.atomFeed, "an entry has no update date"));
  }
  return faults.length > 0 ? faults : [fine(PATHS.atomFeed, `${entries} entries`)];
}
