import { counted, foldName, nameWords } from "../../review/mod.ts";
import { isShortenedNumber } from "../check_fields.ts";
import { combineModeration, isNo, type ModerationWords, moderationWordsOf, readModeration } from "../moderation.ts";
import { showValue } from "../problem.ts";
import { type FieldNames, type RawReview, Unreadable } from "../raw_review.ts";
import { type Cell, isFilled, type TableRow } from "../reading.ts";
import type { ReadingBuilder } from "../reading_builder.ts";
import { wordSet } from "../words.ts";
import { type LanguageColumn, meaningOf } from "./assign.ts";
import { isDay, withoutMarks } from "./column_checks.ts";
import type { ColumnRole } from "./column_words.ts";
import { expectedDate, type KnownDay, readDay } from "./date_format.ts";
import { zoneNamed, zoneOfHeader } from "./dates.ts";
import { isFirm, isFlagged, recommendationFlag } from "./evidence.ts";
import type { TableReading } from "./interpret_table.ts";
import { languageTag } from "./language_words.ts";
import { isReplyKind, kindColumn, whyLost } from "./lost_reply.ts";
import { bareName, EMPTY_CELL, type Moderating, moderatingColumns, shellWord } from "./moderating.ts";
import { starsOf } from "./stars.ts";

/** Reads every row, skips those of other places, and joins replies to their reviews. */
export function readRows(reading: TableReading, builder: ReadingBuilder): void {
  const { table, place } = reading;
  const reader = new RowReader(reading, builder);
  let passedOver = 0;
  for (const row of table.rows()) {
    if (isSummary(row, reading))
      builder.note(`The ${row.at.path} is not a review and was left out: ${shownCells(row)}`);
    else if (place !== null && String(row.cells[place.index] ?? "").trim() !== place.value) passedOver++;
    else reader.read(row);
  }
  if (passedOver > 0) builder.note(`${passedOver.toLocaleString("en-US")} reviews of other places were left out`);
  reader.noteReplies();
}

const SUMMARIES = wordSet("value", "summary");

/** Whether a row repeats the header, rules it off as in Markdown, or has neither a day nor a text but a word such as "Total". */
function isSummary({ cells }: TableRow, { table, assignment: { roles } }: TableReading): boolean {
  if (table.kind === "json" || isDay(cells[roles.date?.index ?? -1])) return false;
  const filled = cells.flatMap((cell, index) => (isFilled(cell) ? [{ index, cell: String(cell) }] : []));
  if (filled.every(({ index, cell }) => foldName(cell) === foldName(table.columns[index] ?? ""))) return true;
  if (filled.every(({ cell }) => /^:?-{2,}:?$/.test(cell.trim()))) return true;
  if (isFilled(cells[roles.text?.index ?? -1])) return false;
  return filled.some(({ cell }) =>
    [cell, cell.split(/[\s:]/, 1)[0] ?? ""].some((word) => SUMMARIES.has(foldName(word))),
  );
}

function shownCells({ cells }: TableRow): string {
  return cells.filter(isFilled).slice(0, MAX_SHOWN_CELLS).map(showValue).join(", ");
}

const MAX_SHOWN_CELLS = 4;

interface ReplyRow {
  readonly author: string;
  readonly text: string | undefined;
  readonly date: string | Unreadable | undefined;
}

class RowReader {
  readonly #reading: TableReading;
  readonly #builder: ReadingBuilder;
  readonly #names: FieldNames;
  readonly #at: Readonly<Partial<Record<ColumnRole, number>>>;
  readonly #moderation: readonly Moderating[];
  readonly #moderationWords: ModerationWords;
  readonly #replyModeration: readonly Moderating[];
  readonly #languages: ReadonlyMap<number, LanguageColumn>;
  readonly #width: number;
  readonly #flag: number;
  /** Whether the translations are the texts themselves where these are not translated. */
  readonly #hasTextsBeside: boolean;
  readonly #replies: ReadonlyMap<string, readonly ReplyRow[]>;
  readonly #joined = new Set<string>();
  /** The author of all replies, if they have the same one. */
  #onlyReplier: string | undefined;
  readonly #kind: number;
  readonly #translated: { readonly flag: number; readonly originalLanguage: number } | null;

  constructor(reading: TableReading, builder: ReadingBuilder) {
    const { table, assignment, evidence } = reading;
    this.#reading = reading;
    this.#builder = builder;
    this.#at = Object.fromEntries(Object.entries(assignment.roles).map(([role, { index }]) => [role, index]));
    this.#names = namesOf(reading);
    this.#width = table.columns.length;
    this.#kind = kindColumn(table.columns);
    this.#flag = recommendationFlag(table.columns);
    this.#translated = translatedColumns(reading);
    const { translation } = assignment.roles;
    this.#hasTextsBeside = translation?.by === "name" && meaningOf(table.columns[translation.index] ?? "") === "text";
    this.#moderationWords = moderationWordsOf(reading.hints.moderation);
    const { reviews, replies } = moderatingColumns(reading, evidence, this.#moderationWords);
    this.#moderation = reviews;
    this.#replyModeration = replies;
    this.#languages = new Map(assignment.languages.map((spoken) => [spoken.index, spoken]));
    this.#replies = this.#at.parent === undefined || this.#at.id === undefined ? new Map() : this.#replyRows();
  }

  #replyRows(): ReadonlyMap<string, readonly ReplyRow[]> {
    const replies = new Map<string, ReplyRow[]>();
    const ids = new Set<string | undefined>();
    for (const { cells } of this.#reading.table.rows()) {
      const parent = this.#parent(cells);
      ids.add(this.#text(cells, "id"));
      if (parent === undefined || this.#isHidden(cells, this.#moderation) === true) continue;
      const reply = {
        author: this.#author(cells) ?? "",
        text: this.#text(cells, "text"),
        date: this.#exactDay(cells, "date"),
      };
      replies.set(parent, [...(replies.get(parent) ?? []), reply]);
    }
    // Otherwise the column contains ids of something else, such as products.
    if (![...replies.keys()].some((parent) => ids.has(parent))) return new Map();
    const authors = new Set([...replies.values()].flat().map(({ author }) => author));
    if (authors.size === 1 && replies.size > 1) this.#onlyReplier = [...authors][0];
    return replies;
  }

  /** The id of the review that a row answers. WordPress writes 0 for a row that is not a reply. */
  #parent(cells: readonly Cell[]): string | undefined {
    const parent = this.#text(cells, "parent");
    return parent === "0" ? undefined : parent;
  }

  /** The business's reply to a review: its author is the business, or the only author of replies. */
  #replyRow(id: string | undefined): ReplyRow | undefined {
    const replies = this.#replies.get(id ?? "");
    if (replies === undefined) return undefined;
    const { businessName } = this.#builder.options;
    const own = replies.find(
      ({ author }) => author === this.#onlyReplier || (businessName !== undefined && isFirm(author, businessName)),
    );
    if (own !== undefined) this.#joined.add(id ?? "");
    return own;
  }

  noteReplies(): void {
    const total = [...this.#replies.values()].flat().length;
    const left = total - this.#joined.size;
    if (this.#joined.size > 0)
      this.#builder.note(
        `${counted(this.#joined.size, "row is a reply", "rows are replies")} to the review of another row, and joined to it`,
      );
    if (left > 0)
      this.#builder.note(
        `${counted(left, "row replies", "rows reply")} to another row, and not as the business to a review: left out`,
      );
  }

  read(row: TableRow): void {
    const { at, cells } = row;
    if (this.#isMisaligned(cells)) {
      this.#builder.refuseRow(row, this.#reading.table);
      return;
    }
    if (this.#replies.size > 0 && this.#parent(cells) !== undefined) return;
    if (isReplyKind(cells[this.#kind])) {
      const { columns } = this.#reading.table;
      this.#builder.refuseRecord(at, whyLost({ columns, cells, kind: this.#kind, at: this.#at }));
      return;
    }
    const id = this.#text(cells, "id");
    this.#builder.add(id === undefined ? at : { ...at, id }, this.#given(cells, id), { names: this.#names });
  }

  #isMisaligned(cells: readonly Cell[]): boolean {
    return cells.length > this.#width && cells.slice(this.#width).some((cell) => cell !== "" && cell !== undefined);
  }

  #given(cells: readonly Cell[], id: string | undefined): RawReview {
    const { source, ratingRule } = this.#reading;
    const date = this.#day(cells, "date");
    const known = isKnown(date) ? date : undefined;
    return {
      source: this.#text(cells, "source") ?? source?.name,
      sourceId: id,
      sourceUrl: this.#text(cells, "url"),
      date: known?.date ?? date,
      datePrecision: known?.precision === "day" ? undefined : known?.precision,
      rating: isFlagged(cells[this.#flag])
        ? new Unreadable(cells[this.#at.rating ?? -1], "expected stars; these were made of a recommendation")
        : starsOf(this.#trimmed(cells, "rating"), ratingRule),
      title: this.#text(cells, "title"),
      ...this.#words(cells),
      authorName: this.#author(cells),
      isAnonymous: this.#isAnonymous(cells),
      verificationMethod: this.#text(cells, "verification"),
      verificationDate: this.#exactDay(cells, "verificationDate"),
      technicians: this.#list(cells, "technicians"),
      services: this.#list(cells, "services"),
      serviceAreas: this.#list(cells, "serviceAreas"),
      ...this.#reply(cells, id),
      hiddenAtSource: this.#isHidden(cells, this.#moderation),
      email: this.#text(cells, "email"),
      telephone: this.#text(cells, "telephone"),
      invoice: isShortenedNumber(this.#text(cells, "invoice")) ? undefined : this.#text(cells, "invoice"),
    };
  }

  #trimmed(cells: readonly Cell[], role: ColumnRole): Cell {
    const cell = cells[this.#at[role] ?? -1];
    return typeof cell === "string" ? cell.trim() : cell;
  }

  #text(cells: readonly Cell[], role: ColumnRole): string | undefined {
    const cell = cells[this.#indexOf(cells, role)];
    if (cell === undefined || cell === null || typeof cell === "boolean") return undefined;
    const text = (typeof cell === "string" ? cell : String(cell)).trim();
    return text === "" ? undefined : MARKED.has(role) ? withoutMarks(text) : text;
  }

  /** The column of a role; of several languages, the first one that the row fills. */
  #indexOf(cells: readonly Cell[], role: ColumnRole): number {
    const index = this.#at[role] ?? -1;
    if (!this.#languages.has(index) || (cells[index] ?? "") !== "") return index;
    const others = [...this.#languages.values()].filter((each) => each.role === role);
    return others.find((each) => (cells[each.index] ?? "") !== "")?.index ?? index;
  }

  #words(cells: readonly Cell[]): Pick<RawReview, "text" | "language" | "translationText" | "translationLanguage"> {
    const text = this.#text(cells, "text") ?? (this.#hasTextsBeside ? this.#text(cells, "translation") : null) ?? "";
    const spoken = text === "" ? undefined : this.#languages.get(this.#indexOf(cells, "text"))?.language;
    const language = tagOf(this.#text(cells, "language") ?? spoken);
    if (this.#translated !== null && String(cells[this.#translated.flag]) === "true") {
      const original = cells[this.#translated.originalLanguage];
      const own = typeof original === "string" && original !== "" ? tagOf(original) : undefined;
      return { text: "", language: own, translationText: text, translationLanguage: language };
    }
    return {
      text,
      language,
      translationText: this.#text(cells, "translation"),
      translationLanguage: tagOf(this.#text(cells, "translationLanguage")),
    };
  }

  /** The full name: "Nom" is the surname if there is a "Prénom", "Nome" the first name if there is a "Cognome". */
  #author(cells: readonly Cell[]): string | undefined {
    const author = this.#text(cells, "author");
    const first = this.#text(cells, "firstName");
    const last = this.#text(cells, "lastName");
    const isOther = author !== undefined && OTHER_NAME.test(foldName(this.#names.authorName ?? ""));
    if ((first ?? last) === undefined || isOther) return author;
    if (first !== undefined && last !== undefined) {
      return author === undefined || hasWords(`${first} ${last}`, author) ? wholeName(first, last) : author;
    }
    if (author !== undefined) return first === undefined ? wholeName(author, last ?? "") : wholeName(first, author);
    // A name of one word is published whole, which is right for a first name only.
    return first ?? `${[...(last ?? "")][0]}.`;
  }

  /** Any word but a no keeps the name back, since a name that was published cannot be taken back. */
  #isAnonymous(cells: readonly Cell[]): boolean | undefined {
    const cell = cells[this.#at.anonymous ?? -1];
    return isFilled(cell) ? !isNo(String(cell)) : undefined;
  }

  #list(cells: readonly Cell[], role: ColumnRole): string[] | undefined {
    return this.#text(cells, role)
      ?.split(/[|;]/)
      .map((name) => name.trim())
      .filter((name) => name !== "");
  }

  #day(cells: readonly Cell[], role: ColumnRole): KnownDay | Unreadable | undefined {
    const given = this.#text(cells, role);
    if (given === undefined) return undefined;
    const { dateFormat, profile } = this.#reading;
    const header = this.#reading.table.columns[this.#at[role] ?? -1] ?? "";
    const local = zoneNamed(this.#text(cells, "timeZone") ?? "") ?? zoneOfHeader(header);
    const zones = { business: () => this.#builder.timeZone, local: local ?? (profile?.isUtc === true ? "UTC" : null) };
    return readDay(given, dateFormat, zones) ?? new Unreadable(given, expectedDate(given, dateFormat));
  }

  /** The day of a reply or a verification; undefined if only the month or year is known. */
  #exactDay(cells: readonly Cell[], role: ColumnRole): string | Unreadable | undefined {
    const given = this.#text(cells, role);
    if (given === undefined) return undefined;
    const day = this.#day(cells, role);
    if (!isKnown(day)) return isRelative(given) ? undefined : day;
    return day.precision === "day" ? day.date : undefined;
  }

  #reply(cells: readonly Cell[], id: string | undefined): Pick<RawReview, "replyText" | "replyDate"> {
    const isPrivate = this.#isHidden(cells, this.#replyModeration);
    const row = this.#replyRow(id);
    if (row !== undefined) return { replyText: row.text, replyDate: row.date };
    const replyText = this.#text(cells, "reply");
    if (replyText !== undefined && isPrivate instanceof Unreadable) return { replyText: isPrivate };
    return isPrivate === true ? {} : { replyText, replyDate: this.#exactDay(cells, "replyDate") };
  }

  #isHidden(cells: readonly Cell[], columns: readonly Moderating[]): boolean | undefined | Unreadable {
    const words = columns.map(({ index, header, isTicked }) => {
      const cell = String(cells[index] ?? "");
      return readModeration(header, cell === "" && isTicked ? EMPTY_CELL : cell, this.#moderationWords);
    });
    switch (combineModeration(words)) {
      case "shown":
        return false;
      case "hidden":
        return true;
      case "silent":
        return undefined;
      case "unknown": {
        const { index, name } = columns[words.indexOf("unknown")] ?? { index: -1, name: "" };
        const cell = String(cells[index] ?? "");
        const expected = `expected published or hidden; define it with --moderation ${shellWord(`${cell}=hidden`)}`;
        return new Unreadable(cell, expected, name);
      }
    }
  }
}

const MARKED: ReadonlySet<ColumnRole> = new Set(["text", "title", "author", "reply", "translation"]);

function translatedColumns({ profile, table }: TableReading) {
  if (profile?.translated == null) return null;
  const placeOf = (name: string) => table.columns.findIndex((column) => bareName(column) === name);
  const flag = placeOf(profile.translated.flag);
  return flag < 0 ? null : { flag, originalLanguage: placeOf(profile.translated.originalLanguage) };
}

const OTHER_NAME = /nick|display|user|pseudo|screen|profile/;

function wholeName(first: string, last: string): string {
  if (hasWords(first, last)) return first;
  return hasWords(last, first) ? last : `${first} ${last}`;
}

function hasWords(name: string, other: string): boolean {
  const spaced = (each: string) => ` ${nameWords(each).join(" ")} `;
  return spaced(name).includes(spaced(other));
}

function tagOf(given: string | undefined): string | undefined {
  return given === undefined ? undefined : (languageTag(given) ?? given);
}

function isKnown(day: KnownDay | Unreadable | undefined): day is KnownDay {
  return day !== undefined && !(day instanceof Unreadable);
}

function isRelative(cell: string): boolean {
  return !/\d{4}/.test(cell);
}

const FIELD_OF_ROLE: Readonly<Partial<Record<ColumnRole, keyof RawReview>>> = {
  id: "sourceId",
  url: "sourceUrl",
  author: "authorName",
  translation: "translationText",
  reply: "replyText",
  verification: "verificationMethod",
};

function namesOf({ table, assignment }: TableReading): FieldNames {
  const names = Object.entries(assignment.roles).map(([role, { index }]) => {
    const field = FIELD_OF_ROLE[role as ColumnRole] ?? role;
    return [field, table.columns[index] ?? role];
  });
  return Object.fromEntries(names);
}
