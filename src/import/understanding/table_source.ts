/**
 * Where the reviews of a table were written, and when the table was: by the owner's word, by the tool, by addresses, or
 * by what a file says beside its records.
 *
 * @module
 */
import { recogniseSource, sourceOfUrl } from "../../review/mod.ts";
import type { Profile } from "../profiles/profile.ts";
import type { ReadingBuilder } from "../reading_builder.ts";
import type { RecordTable } from "../tables/table.ts";
import type { Assignment } from "./assign.ts";
import { sourceOfAddresses } from "./doubts.ts";
import type { TableEvidence } from "./evidence.ts";
import { want } from "./wanted.ts";

/** A source, and why it is the one. */
export interface TableSource {
  readonly name: string;
  readonly why: string;
}

interface SourceQuestion {
  readonly profile: Profile | null;
  readonly evidence: TableEvidence;
  readonly assignment: Assignment;
}

/** The source of rows that do not say it. @throws {HintWanted} */
export function sourceOf(
  table: RecordTable,
  { profile, evidence, assignment }: SourceQuestion,
  builder: ReadingBuilder,
): TableSource {
  if (builder.options.source !== undefined) return { name: builder.assumedSource(null), why: "as you said" };
  if (profile !== null && profile.source !== null)
    return { name: profile.source, why: `the columns are those of ${profile.tool}` };
  const byAddress = assignment.roles.url === undefined ? null : sourceOfAddresses([...evidence.addresses]);
  if (byAddress !== null) return { name: byAddress, why: "by the addresses of the reviews" };
  const byContext = contextSource(table);
  if (byContext !== null) return { name: byContext, why: "as the file says beside its reviews" };
  return want({
    option: "source",
    message: "The file does not say where the reviews were written; add --source NAME, such as --source google",
    question: "Where were the reviews written, such as google?",
  });
}

const SOURCE_KEYS = /(?:^|\.)(?:source|platform|provider|site|network)$/i;
const ADDRESS_KEYS =
  /(?:^|\.)(?:url|sourceUrl|source_url|usedUrl|link|mapsUrl|googleMapsUri|googleMapsUrl|reviewsLink|profileUrl|placeUrl)$/i;

/** A source that a JSON file names beside its reviews; only one that is registered, since any word could stand there. */
export function contextSource({ context }: RecordTable): string | null {
  const found = new Set<string>();
  for (const [key, value] of Object.entries(context)) {
    if (typeof value !== "string") continue;
    const name = SOURCE_KEYS.test(key) ? recogniseSource(value) : ADDRESS_KEYS.test(key) ? sourceOfUrl(value) : null;
    if (
      name !== null &&
      name !== "" &&
      (ADDRESS_KEYS.test(key) || name !== value.trim().toLowerCase() || isRegistered(name))
    )
      found.add(name);
  }
  const [only, second] = found;
  return only !== undefined && second === undefined ? only : null;
}

/** A name that the registry knows has an id under another spelling, too. */
function isRegistered(name: string): boolean {
  return recogniseSource(`${name} reviews`) === name;
}

/** The day a file says that it was written on, to be proposed for `--as-of`. */
export function writtenOn({ context }: RecordTable): string | null {
  for (const [key, value] of Object.entries(context)) {
    if (
      typeof value !== "string" ||
      !/(?:updated|generated|synced|scraped|fetched|exported|crawled|retrieved|collected)_?(?:at|on|date)?$/i.test(key)
    )
      continue;
    const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
    if (day !== undefined) return day;
  }
  return null;
}
