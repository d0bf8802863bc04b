/** Checks that a table is one of reviews, and asks about unmapped columns of sentences and of visibility. */
import { foldName, shortened, splitList } from "../../review/mod.ts";
import { looksLikeVisibilityColumn, MODERATION_ANSWERS } from "../moderation.ts";
import { askOwner, type InputQuestion, ListOfJobs, NeedsInput, refuse, showValue } from "../problem.ts";
import { type Cell, isFilled } from "../reading.ts";
import { areSentences, isDay, isProse, isRating, isSpeech } from "./column_checks.ts";
import { type ColumnRole, foldPath, REVIEW_COLUMNS } from "./column_words.ts";
import { zoneNamed } from "./dates.ts";
import { type AssignedTable, recommendationFlag, type TableEvidence } from "./evidence.ts";
import { guessTableKind, LIST_OF_JOBS } from "./other_contents.ts";
import { readWrittenRating } from "./stars.ts";

export function shownNames(columns: readonly string[]): string {
  const shown = columns
    .filter((column) => column !== "")
    .slice(0, 30)
    .map(showValue)
    .join(", ");
  return columns.length > 30 ? `${shown} and ${columns.length - 30} more` : shown;
}

const MANY = 12;

export function requireColumns(source: AssignedTable): void {
  const { table, assignment } = source;
  const { columns } = table;
  const missing = (["rating", "date"] as const).filter((role) => assignment.roles[role] === undefined);
  const [first] = missing;
  if (first === undefined) return;
  if (!table.hasHeader) {
    const isTextWanted = assignment.roles.text === undefined && !assignment.without.has("text");
    const asked: readonly ColumnRole[] = isTextWanted ? [...missing, "text"] : missing;
    const options = columnOptions(asked, source);
    askForColumns(asked, `The first row does not name the columns; name them with ${options}`, source);
  }
  if (first === "rating" && assignment.recommendations.length > 0) {
    refuseRecommendations(columns[assignment.recommendations[0] ?? -1] ?? "");
  }
  const seems = assignment.roles.text === undefined ? guessTableKind(columns) : null;
  if (seems !== null) {
    const message = `This appears to be ${seems}: none of its columns ${shownNames(columns)} is the ${first} of a review`;
    if (seems === LIST_OF_JOBS) throw new ListOfJobs(message);
    refuse(message);
  }
  const likely = proposedColumns(first, source);
  const among = columns.length > MANY && likely.length > 0 ? likely : columns;
  const doubts = assignment.doubted
    .filter(({ role }) => role === first)
    .map(({ index, why }) => `; ${showValue(columns[index])} was skipped because ${why}`);
  askForColumns(
    missing,
    `No column for the ${first} among ${shownNames(among)}${doubts.join("")}; name it one of ${USUAL_NAMES[first]}, or map it with ${columnOptions(missing, source)}`,
    source,
  );
}

function askForColumns(roles: readonly ColumnRole[], message: string, source: AssignedTable): never {
  throw new NeedsInput(
    roles.map((role, at) => ({ ...columnQuestion(role, source), message: at === 0 ? message : "" })),
  );
}

function columnQuestion(role: ColumnRole, source: AssignedTable): InputQuestion {
  const { table, sample } = source;
  const [only, second] = proposedColumns(role, source);
  return {
    option: "column",
    role,
    message: "",
    question: `Which column is the ${role} of a review?`,
    choices: namesOf(source),
    proposed: second === undefined || role === "text" ? (only ?? null) : null,
    examples: table.columns.map((column, index) => `${column}: ${exampleValue(sample, index) ?? ""}`),
  };
}

const USUAL_NAMES = {
  rating: "rating, stars, star rating, service rating, review rating",
  date: "date, review date, created at, published at, timestamp",
} as const;

function refuseRecommendations(column: string): never {
  refuse(
    `The column ${showValue(column)} contains recommendations, which are not ratings and are never converted to stars; if the file has ratings, name their column with --column rating=NAME`,
  );
}

export function requireRatings(
  source: AssignedTable,
  { rows, ratings, others, hasRecommendations, flaggedRows, starsFrom }: TableEvidence,
): void {
  const { table, assignment } = source;
  const column = table.columns[assignment.roles.rating?.index ?? -1] ?? "rating";
  const flag = table.columns[recommendationFlag(table.columns)];
  if (flag !== undefined && flaggedRows === rows && rows > 0) refuseRecommendations(flag);
  requireNoGrades(source, column);
  const promoters = assignment.unknown.find((index) => arePromoters([...(others.get(index) ?? [])]));
  if (ratings.over !== null && promoters !== undefined) refuseRecommendations(table.columns[promoters] ?? "");
  if (rows < 2) return;
  const recommendation = table.columns[assignment.recommendations[0] ?? -1];
  if (ratings.count === 0) {
    if (hasRecommendations && recommendation !== undefined) refuseRecommendations(recommendation);
    refuse(
      `No review has a rating: the column ${showValue(column)} is empty in all ${rows} rows; only reviews with a rating can be published`,
    );
  }
  if (starsFrom >= 0 && assignment.roles.rating?.by === "name") {
    const stars = showValue(column);
    const message = `Every rating in the column ${stars} just repeats the yes or no in the column ${showValue(table.columns[starsFrom])} as 5 or 1: these are recommendations, which are never converted to stars; add --column rating=${shellName(column)} if customers gave the stars themselves`;
    const about = { column, value: table.columns[starsFrom] ?? "" };
    throw new NeedsInput([{ ...columnQuestion("rating", source), message, about, proposed: null }]);
  }
  if (ratings.recommendations > 0 && ratings.readCount === 0) refuseRecommendations(column);
  if (ratings.readCount === 0) {
    refuse(
      `Cannot read the ratings in the column ${showValue(column)}: none is 1 to 5, 4/5 or ★★★★☆; if another column contains the ratings, name it with --column rating=NAME`,
    );
  }
}

/** How a net promoter score sorts customers by the answer, from 0 to 10, whether they would recommend the business. */
function arePromoters(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => /^(?:promoter|passive|detractor)s?$/i.test(value));
}

const namesIn = (language: string) =>
  REVIEW_COLUMNS.filter((row) => row.language === language).flatMap(({ names }) => splitList(names).map(foldName));
const FRENCH: ReadonlySet<string> = new Set(namesIn("fr"));
const GERMAN: ReadonlySet<string> = new Set(namesIn("de").filter((name) => !FRENCH.has(name)));

/** "Note" is a number of stars in French, and in German a grade, of which 1 is the best. @throws {NeedsInput} */
function requireNoGrades(source: AssignedTable, column: string): void {
  const { table, assignment } = source;
  if (foldPath(column) !== "note" || assignment.roles.rating?.by !== "name") return;
  if (!table.columns.some((name) => GERMAN.has(foldPath(name)))) return;
  const message = `The column ${showValue(column)} may contain German grades, of which 1 is the best; add --column rating=${shellName(column)} if 5 is the best, or convert them to stars in the file`;
  throw new NeedsInput([{ ...columnQuestion("rating", source), message, proposed: null }]);
}

const COUNT =
  /^(?:(?:total|new|all|num(?:ber)?(?:of)?|user|google)*(?:reviews|ratings)(?:count|totals?|num(?:ber)?)?|(?:review|rating)s?(?:count|totals?|num(?:ber)?)|(?:total)?count|anzahl(?:der)?(?:bewertungen|rezensionen)|nombred?(?:avis|davis)|nb(?:avis|davis)|numerode(?:resenas|opiniones)|numerodirecensioni|aantal(?:reviews|beoordelingen)|liczbaopinii|antalrecensioner)$/;

export function requireSingleRatings({ table, assignment, sample }: AssignedTable): void {
  const { roles } = assignment;
  if (roles.text !== undefined || roles.id !== undefined) return;
  const column = table.columns.findIndex((name, index) => {
    const counts = sample
      .map((cells) => cells[index])
      .filter(isFilled)
      .map(Number);
    const isCounting =
      counts.length * 2 > sample.length && counts.every((count) => Number.isInteger(count) && count >= 0);
    return (
      index !== roles.rating?.index &&
      (COUNT.test(foldPath(name.replace(/^.*\./, ""))) || (roles.author === undefined && foldPath(name) === "total")) &&
      isCounting &&
      Math.max(...counts) > 5
    );
  });
  if (column < 0) return;
  refuse(
    `This appears to be a history of averages, not a file of reviews: each rating comes with a number of reviews, in the column ${showValue(table.columns[column])}`,
  );
}

export function requireDates(column: string, { rows, dates }: TableEvidence): void {
  if (rows < 2 || dates.count > 0) return;
  refuse(
    `No review has a date: the column ${showValue(column)} is empty in all ${rows} rows; export them with dates, or name another column with --column date=NAME`,
  );
}

function proposedColumns(role: ColumnRole, source: AssignedTable): string[] {
  const test = TESTS[role];
  if (test === undefined) return [];
  const { table, assignment, sample } = source;
  const taken = new Set(Object.values(assignment.roles).map(({ index }) => index));
  const found = table.columns.flatMap((column, index) => {
    if (taken.has(index) || column === "") return [];
    const values = sample.map((cells) => cells[index]).filter(isFilled);
    const isFit = values.length > 0 && values.length * 2 >= sample.length && test(values);
    return isFit ? [{ column, length: values.reduce<number>((sum, value) => sum + String(value).length, 0) }] : [];
  });
  const sorted = role === "text" ? found.toSorted((one, other) => other.length - one.length) : found;
  return sorted.map(({ column }) => column);
}

function columnOptions(roles: readonly ColumnRole[], source: AssignedTable): string {
  const used = new Set<string>();
  return roles
    .map((role) => {
      const proposed = proposedColumns(role, source).filter((column) => !used.has(column));
      const [only, second] = proposed;
      if (only !== undefined) used.add(only);
      return `--column ${role}=${only === undefined || (second !== undefined && role !== "text") ? "NAME" : shellName(only)}`;
    })
    .join(" ");
}

function shellName(column: string): string {
  return /^[\w.:/-]+$/.test(column) ? column : showValue(column);
}

type Test = (values: readonly Cell[]) => boolean;

const TESTS: Readonly<Partial<Record<ColumnRole, Test>>> = {
  rating: (values) => values.every((value) => isRating(value) && isFiveStars(value)),
  date: (values) => values.filter((value) => isDay(value) && !isSmall(value)).length >= values.length * 0.9,
  text: isProse,
};

function isFiveStars(value: Cell): boolean {
  const written = readWrittenRating(value);
  return written.kind === "value" && written.value >= 1 && written.value <= 5;
}

function isSmall(value: Cell): boolean {
  return /^\d{1,4}$/.test(String(value));
}

const MAX_EXAMPLE_LENGTH = 40;
const MAX_LIST_LENGTH = 120;

export function exampleValue(sample: readonly (readonly Cell[])[], index: number): string | null {
  for (const cells of sample) {
    const cell = cells[index];
    if (isFilled(cell) && String(cell).trim() !== "") {
      return shortened(String(cell).trim().replace(/\s+/g, " "), MAX_EXAMPLE_LENGTH);
    }
  }
  return null;
}

const FIRST_ROWS = 5;

export function firstValues(sample: readonly (readonly Cell[])[], index: number): string[] {
  return sample.slice(0, FIRST_ROWS).map((cells) => exampleValue([cells], index) ?? "");
}

/** Unmapped columns of sentences that do not merely repeat a mapped column. */
export function unmappedProseColumns({ table, assignment, sample }: AssignedTable): string[] {
  const roles = (["text", "title", "reply", "translation"] as const).flatMap(
    (role) => assignment.roles[role]?.index ?? [],
  );
  const read = [...roles, ...assignment.languages.map(({ index }) => index)];
  const rivals = assignment.rivals.filter(({ role }) => role === "text").map(({ index }) => index);
  return [...assignment.unknown, ...rivals].flatMap((index) => {
    const rows = sample.filter((cells) => isFilled(cells[index]));
    const own = rows.filter((cells) => !read.some((other) => repeats(cells[other], cells[index])));
    return isSpeech(own.map((cells) => cells[index])) ? [table.columns[index] ?? ""] : [];
  });
}

/** Whether one cell contains the other: some tools also export the raw text, or an excerpt. */
function repeats(cell: Cell, other: Cell): boolean {
  return typeof cell === "string" && cell !== "" && (cell.includes(String(other)) || String(other).includes(cell));
}

/** Asks about sentences in unmapped columns, and about replies in a table without texts. @throws {NeedsInput} */
export function requireProseMapped(source: AssignedTable): void {
  const { roles, without } = source.assignment;
  const unmapped = unmappedProseColumns(source);
  if (roles.text === undefined && !without.has("text")) requireText(source, unmapped);
  else if (unmapped.length > 0 && roles.reply === undefined && !without.has("reply")) {
    const { names, name, verb } = wordsFor(unmapped);
    askOwner({
      option: "column",
      role: "reply",
      choices: namesOf(source),
      proposed: null,
      question: "Which column is your reply to a review? (- if there is none)",
      message: `${names} ${verb} sentences that would be ignored; add --column reply=${name} if it is your reply, --column text=${name} if it is the review, or --column reply= to leave it out`,
    });
  }
}

/** If no column is named like a text, even short sentences lead to a question. */
function requireText(source: AssignedTable, unmapped: readonly string[]): void {
  const { table, assignment, sample } = source;
  const { columns } = table;
  const valuesOf = (index: number) => sample.map((cells) => cells[index]).filter(isFilled);
  const prose = assignment.unknown
    .filter((index) => areSentences(valuesOf(index)))
    .map((index) => columns[index] ?? "");
  const found = unmapped.length > 0 ? unmapped : prose;
  const reply = assignment.roles.reply?.by === "name" ? [columns[assignment.roles.reply.index] ?? ""] : [];
  if (found.length + reply.length === 0) return;
  const { names, name, verb } = wordsFor(found.length > 0 ? found : reply);
  askOwner({
    option: "column",
    role: "text",
    choices: namesOf(source),
    proposed: found[0] ?? null,
    question: "Which column is the text of a review? (- if there is none)",
    message:
      found.length > 0
        ? `No column name suggests the text of the reviews, but ${names} ${verb} sentences; add --column text=${name}, or --column text= to import ratings alone`
        : `No column contains the text of the reviews, and ${names} would be your reply; add --column text=${name} if customers wrote it, or --column text= if it is yours`,
  });
}

function wordsFor(found: readonly string[]) {
  const names = found.map(showValue).join(", ");
  return { names, name: found.length === 1 ? names : "NAME", verb: found.length === 1 ? "contains" : "contain" };
}

function namesOf({ table }: AssignedTable): readonly string[] {
  return table.columns.filter((column) => column !== "");
}

export function requireShown(source: AssignedTable): void {
  const { table, assignment, sample } = source;
  const { roles, without, unknown } = assignment;
  if (roles.hidden ?? roles.shown ?? (without.has("hidden") || without.has("shown"))) return;
  const datesBeside = assignment.rivals.filter(({ role }) => role === "date").map(({ index }) => index);
  const found = [...unknown, ...datesBeside].flatMap((index) => {
    const cells = sample.map((row) => row[index]);
    const values = [...new Set(cells.filter(isFilled))];
    const name = table.columns[index] ?? "";
    const isLikely = datesBeside.includes(index)
      ? /publi/i.test(name) && values.length > 0 && !cells.every(isFilled)
      : looksLikeVisibilityColumn(name, values.map(String)) &&
        values.some((value) => !/^https?:/.test(String(value))) &&
        !(values.every(isDay) && SHOWN_DAY.test(name));
    return isLikely ? [{ column: name, values: values.slice(0, 5) }] : [];
  });
  const [first] = found;
  if (first === undefined) return;
  const named = found.map(({ column, values }) => `${showValue(column)} (${values.map(showValue).join(", ")})`);
  const name = showValue(first.column);
  askOwner({
    option: "column",
    role: "hidden",
    proposed: null,
    choices: found.flatMap(({ column }) => MODERATION_ANSWERS.map((meaning) => `${column}=${meaning}`)),
    examples: found.map(
      ({ column, values }) => `${column}: ${shortened(values.map(String).join(", "), MAX_LIST_LENGTH)}`,
    ),
    question: `Does a column show whether a review is public? ${name.slice(1, -1)}=shown if yes means public, =hidden if yes means hidden (- if no column does)`,
    message: `${named.join(" and ")} may mark reviews that are hidden or deleted; add --column hidden=${name} if yes means hidden, --column shown=${name} if yes means public, or --column hidden= if it is about something else`,
  });
}

export function requireZones(source: AssignedTable, { dates, zones }: TableEvidence): void {
  const unknown = [...zones].find((zone) => zoneNamed(zone) === null);
  const column = source.table.columns[source.assignment.roles.timeZone?.index ?? -1];
  if (unknown === undefined || column === undefined || dates.localCount === 0) return;
  askOwner({
    option: "column",
    role: "timeZone",
    choices: namesOf(source),
    proposed: null,
    question: "Which column has the time zone of the dates? (- if there is none)",
    message: `The column ${showValue(column)} contains ${showValue(unknown)}, which is not a time zone such as America/New_York or +02:00; correct it, or add --column time_zone= to keep the dates as written`,
  });
}

/** Names of the day on which a review was published, which is not about its visibility. */
const SHOWN_DAY = /publi|label|display|visible|shown|approv/i;
