/** Decides how to read a table before its first row is read. Whatever is unclear is refused with the option that would decide it. */
import { recogniseSource, sourceOfUrl } from "../../review/mod.ts";
import { moderationWordsOf } from "../moderation.ts";
import { ALL_PLACES, askAll, askOwner, askPlace, refuse, showValue } from "../problem.ts";
import { type Profile, profileOf } from "../profiles.ts";
import {
  type Cell,
  type ImportHints,
  type ImportOptions,
  isScale,
  mergeHints,
  type RecordTable,
  SCALES,
} from "../reading.ts";
import type { ReadingBuilder } from "../reading_builder.ts";
import { wordSet } from "../words.ts";
import { assignColumns, indexOfColumn, type StatedColumns, sourceOfAddresses } from "./assign.ts";
import { isChannel } from "./column_checks.ts";
import { type ColumnRole, foldPath } from "./column_words.ts";
import { type DateFormat, dateFormatOf, statedDateFormat } from "./date_format.ts";
import { type AssignedTable, gatherEvidence, holdsFirms, isFirm, type TableEvidence } from "./evidence.ts";
import { requireModeration } from "./moderating.ts";
import {
  requireColumns,
  requireDates,
  requireProseMapped,
  requireRatings,
  requireShown,
  requireSingleRatings,
  requireZones,
  shownNames,
} from "./required.ts";
import type { RatingRule } from "./stars.ts";

export interface TableReading extends AssignedTable {
  readonly profile: Profile | null;
  readonly evidence: TableEvidence;
  readonly dateFormat: DateFormat;
  readonly ratingRule: RatingRule;
  readonly source: TableSource | null;
  /** The rows to read, if the table is about several places. */
  readonly place: { readonly index: number; readonly value: string } | null;
  readonly hints: ImportHints;
}

type KnownTable = Omit<TableReading, "dateFormat" | "ratingRule" | "source" | "place">;

const SAMPLE_ROWS = 500;

/** Decides how to read a table. @throws {GoodwordError} input_refused with the options that would help */
export function interpretTable(table: RecordTable, builder: ReadingBuilder): TableReading {
  const { options } = builder;
  const sample = firstRows(table);
  const profile = profileOf(table.columns);
  const likelySource = recogniseSource(options.source ?? profile?.source ?? contextSource(table) ?? "");
  const hints = mergeHints(options.remembered?.[likelySource], options);
  const stated = statedColumns(table, hints, options.columns ?? {});
  const assign = (without: StatedColumns) => {
    return {
      table,
      sample,
      assignment: assignColumns(table.columns, { profile, stated: { ...stated, ...without }, sample }),
    };
  };
  let assigned = assign({});
  requireColumns(assigned);
  let evidence = gatherEvidence(assigned, builder.latest);
  const named = assigned.assignment.roles.source;
  if (named?.by === "name" && holdsFirms(evidence.others.get(named.index) ?? new Set(), options.businessName)) {
    assigned = assign({ source: { column: "", by: "name" } });
    evidence = gatherEvidence(assigned, builder.latest);
  }
  const { roles } = assigned.assignment;
  requireRatings(assigned, evidence);
  requireSingleRatings(assigned);
  const column = table.columns[roles.date?.index ?? -1] ?? "date";
  requireDates(column, evidence);
  const known: KnownTable = { ...assigned, profile, evidence, hints };
  const columns = table.columns.filter((name) => name !== "" && name !== column);
  const context = { column, columns, asOf: options.asOf, proposedAsOf: writtenOn(table) };
  const [, , , , place, source, dateFormat, ratingRule] = askAll(
    () => requireProseMapped(known),
    () => requireShown(known),
    () => requireModeration(known, evidence, moderationWordsOf(hints.moderation)),
    () => requireZones(known, evidence),
    () => placeOf(known, options),
    () => (roles.source === undefined ? sourceOf(known, builder) : null),
    () =>
      hints.dateFormat === undefined
        ? dateFormatOf(evidence.dates, context)
        : statedDateFormat(evidence.dates, hints.dateFormat, context),
    () => ratingRuleOf(known),
  );
  return { ...known, dateFormat, ratingRule, source, place };
}

function firstRows(table: RecordTable): (readonly Cell[])[] {
  const rows: (readonly Cell[])[] = [];
  for (const { cells } of table.rows()) if (rows.push(cells) >= SAMPLE_ROWS) break;
  return rows;
}

/** Columns that the owner names must exist in the file; remembered ones are used if they do. */
function statedColumns(
  table: RecordTable,
  { columns = {} }: ImportHints,
  options: ImportHints["columns"] & object,
): StatedColumns {
  const stated: StatedColumns = {};
  for (const [role, column] of Object.entries(columns) as [ColumnRole, string][]) {
    const isStated = options[role] !== undefined;
    const exists = column === "" || indexOfColumn(table.columns, column) >= 0;
    if (isStated && !exists) {
      refuse(
        `No column ${showValue(column)} for the ${role}; the columns are ${shownNames(table.columns)}. Import files with different columns one at a time`,
      );
    }
    if (exists) stated[role] = { column, by: isStated ? "stated" : "remembered" };
  }
  return stated;
}

/** Reviews of several places or firms must not be mixed: one is chosen, or the owner is asked. */
function placeOf({ assignment, evidence, table }: KnownTable, options: ImportOptions): TableReading["place"] {
  const { location: asked, businessName } = options;
  const firms = [...evidence.others].filter(([, values]) => holdsFirms(values, businessName));
  const several = assignment.places.flatMap((index) => [[index, evidence.places.get(index) ?? new Set()] as const]);
  const named = [...firms, ...several.filter(([, values]) => values.size > 1)].map(([index, values]) => ({
    index,
    values: [...values],
  }));
  if (named.length === 0 || asked === ALL_PLACES) return null;
  if (asked !== undefined) {
    for (const { index, values } of named) {
      const value = values.find((each) => foldPath(each) === foldPath(asked));
      if (value !== undefined) return { index, value };
    }
  }
  const best = named.find(({ values }) => values.some((value) => /\s/.test(value))) ?? named[0];
  return askPlace(best?.values ?? [], {
    asked,
    proposed: best?.values.find((value) => businessName !== undefined && isFirm(value, businessName)) ?? null,
    what: `The column ${showValue(table.columns[best?.index ?? -1])}`,
    isFirms: firms.length > 0,
  });
}

function ratingRuleOf(known: KnownTable): RatingRule {
  const { table, assignment, evidence, hints } = known;
  const { ratings } = evidence;
  const column = table.columns[assignment.roles.rating?.index ?? -1] ?? "";
  const scale = hints.scale ?? null;
  const likely = scaleBeside(known) ?? ratings.otherScale ?? scaleOfName(column);
  if (scale === null && likely !== null && !isScale(likely)) {
    refuse(
      `The ratings in the column ${showValue(column)} are on a scale of ${likely}; convert them to 1 to 5 in the file`,
    );
  }
  if (scale === null && likely !== null) {
    const example = ratings.over === null ? "" : `, such as ${ratings.over}`;
    askOwner({
      option: "scale",
      message: `The ratings in the column ${showValue(column)} appear to be on a scale of ${likely}${example}; add --scale ${likely} to convert them to stars, or --scale 5 to keep them unchanged`,
      question: `What is the highest rating in the column ${showValue(column)}?`,
      choices: SCALES,
      proposed: String(likely),
      role: "rating",
      columns: table.columns.filter((name) => name !== "" && name !== column),
    });
  }
  return {
    best: scale === null ? 5 : Number(scale),
    isRounded: hints.round === "half-up",
    isScaleStated: scale !== null,
  };
}

const BEST = wordSet("column", "best", foldPath);

/** The scale that a column of the highest possible rating states; null for five stars. */
function scaleBeside({ table, assignment, evidence }: KnownTable): number | null {
  const index = assignment.unknown.find((each) => BEST.has(foldPath(table.columns[each] ?? "")));
  const values = [...(evidence.others.get(index ?? -1) ?? [])].map(Number).filter((value) => value > 1);
  const [best, other] = new Set(values);
  if (best !== undefined && other !== undefined) {
    refuse(
      `The column ${showValue(table.columns[index ?? -1])} states several scales, such as ${best} and ${other}; import the reviews of each on their own`,
    );
  }
  return best === undefined || best === 5 ? null : best;
}

function scaleOfName(column: string): 10 | 100 | null {
  const best = /(?:[01] ?(?:-|–|to|bis|à|a) ?|\/ ?|out of |von |sur )(10|100)\b/i.exec(column)?.[1];
  return best === undefined ? null : best === "10" ? 10 : 100;
}

interface TableSource {
  readonly name: string;
  readonly why: string;
}

function sourceOf(known: KnownTable, builder: ReadingBuilder): TableSource {
  const source = assumedSourceOf(known, builder);
  askAboutSites(known, source?.name ?? null);
  if (source !== null) return source;
  return askOwner({
    option: "source",
    message: "The file does not name the site of the reviews; add --source NAME, such as --source google",
    question: "Where were the reviews written, such as google?",
    role: "source",
    columns: known.table.columns.filter((name) => name !== ""),
  });
}

/** Asks about a column under another name that names sites, unless all are the one that is assumed. @throws {NeedsInput} */
function askAboutSites({ table, assignment, evidence }: KnownTable, source: string | null): void {
  if (assignment.without.has("source")) return;
  for (const index of assignment.unknown) {
    const values = [...(evidence.others.get(index) ?? [])].filter((value) => !isChannel(value));
    const sites = values.map(recogniseSource);
    const areSites = sites.every((site, at) => isRegistered(site) && !/^https?:/i.test(values[at] ?? ""));
    if (!areSites || sites.every((site) => site === source || site === "direct")) continue;
    const column = table.columns[index] ?? "";
    const name = showValue(column);
    const named = values.slice(0, MAX_SITES).map(showValue).join(", ");
    askOwner({
      option: "column",
      role: "source",
      choices: table.columns.filter((each) => each !== ""),
      proposed: column,
      question: "Which column is the site where a review was written? (- if there is none)",
      message: `The column ${name} names sites: ${named}; add --column source=${name} if the reviews were written there, or --column source= if it is about something else`,
    });
  }
}

const MAX_SITES = 5;

function assumedSourceOf(
  { table, profile, evidence, assignment }: KnownTable,
  builder: ReadingBuilder,
): TableSource | null {
  if (builder.options.source !== undefined) return { name: builder.assumedSource(null), why: "as you said" };
  if (profile !== null && profile.source !== null)
    return { name: profile.source, why: `the columns are those of ${profile.tool}` };
  const byAddress = assignment.roles.url === undefined ? null : sourceOfAddresses([...evidence.addresses]);
  if (byAddress !== null) return { name: byAddress, why: "by the addresses of the reviews" };
  const byContext = contextSource(table);
  return byContext === null ? null : { name: byContext, why: "as the file states next to its reviews" };
}

const SOURCE_KEYS = /(?:^|\.)(?:source|platform|provider|site|network)$/i;
const ADDRESS_KEYS =
  /(?:^|\.)(?:url|sourceUrl|source_url|usedUrl|link|mapsUrl|googleMapsUri|googleMapsUrl|reviewsLink|profileUrl|placeUrl)$/i;

/** The source that a JSON file names next to its reviews. Only known sources count, since the value may be any word. */
function contextSource({ context }: RecordTable): string | null {
  const found = new Set<string>();
  for (const [key, value] of Object.entries(context)) {
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

function isRegistered(name: string): boolean {
  return recogniseSource(`${name} reviews`) === name;
}

const WRITTEN_KEYS =
  /(?:updated|generated|synced|scraped|fetched|exported|crawled|retrieved|collected)_?(?:at|on|date)?$/i;

/** The day on which the file was written, as it states: the proposal for `--as-of`. */
function writtenOn({ context }: RecordTable): string | null {
  for (const [key, value] of Object.entries(context)) {
    const day = WRITTEN_KEYS.test(key) ? /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] : undefined;
    if (day !== undefined) return day;
  }
  return null;
}
