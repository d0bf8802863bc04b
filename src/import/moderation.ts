/**
 * Whether the source shows a review: what the moderation columns of review tools say.
 *
 * A review that its source hides is kept and counted, never published. A word that is not known here is asked for, since
 * a guess in either direction would be wrong: it would publish spam, or withhold a customer's voice.
 */

import { foldName } from "../review/mod.ts";

/** What a moderation column says of one review: that it is shown or hidden, nothing, or a word that is not known. */
export type Moderation = "shown" | "hidden" | "silent" | "unknown";

/** What a truthy cell of a column means; `word` columns say it in words. */
type Polarity = "shown" | "hidden" | "word";

const COLUMNS: Readonly<Record<Polarity, readonly string[]>> = {
  shown: [
    ...["approved", "is approved", "published", "is published", "visible", "is visible", "displayed", "is displayed"],
    "shown",
    ...[
      "public",
      "is public",
      "live",
      "is live",
      "show",
      "show on website",
      "display on website",
      "active",
      "is active",
    ],
  ],
  hidden: [
    ...["hidden", "is hidden", "spam", "is spam", "unpublished", "flagged", "is flagged", "deleted", "is deleted"],
    ...["archived", "is archived", "rejected", "is rejected", "pending", "is pending", "removed", "is removed"],
    ...["reported", "is reported", "suppressed", "is suppressed", "draft", "is draft", "private", "is private"],
    ...["trashed", "is trashed", "filtered", "is filtered", "trash", "hide"],
  ],
  word: [
    ...["status", "state", "review status", "review state", "curated", "visibility", "moderation", "moderation status"],
    ...["moderation state", "publish status", "publishing status", "publication status", "publication state"],
  ],
};

/** The words of these columns, and of the others where they do not hold a yes or no. */
const WORDS: Readonly<Record<Exclude<Moderation, "unknown">, readonly string[]>> = {
  shown: [
    ...[
      "published",
      "approved",
      "visible",
      "shown",
      "displayed",
      "live",
      "public",
      "active",
      "accepted",
      "ok",
      "posted",
    ],
    ...["enabled", "auto approved", "auto published", "publish", "show"],
    ...[
      "veröffentlicht",
      "freigegeben",
      "sichtbar",
      "publié",
      "publiée",
      "approuvé",
      "publicado",
      "publicada",
      "aprobado",
    ],
  ],
  hidden: [
    ...["hidden", "spam", "unpublished", "not published", "pending", "rejected", "flagged", "deleted", "removed"],
    ...[
      "archived",
      "draft",
      "disapproved",
      "not approved",
      "unapproved",
      "declined",
      "disabled",
      "inactive",
      "private",
    ],
    ...["suppressed", "trash", "trashed", "reported", "held", "on hold", "hold", "blocked", "withdrawn", "quarantined"],
    ...["under review", "in review", "in moderation", "awaiting moderation", "awaiting approval", "pending approval"],
    ...["post trashed", "pending moderation", "pending review", "escalated", "not yet", "hide", "fake", "abusive"],
    ...["versteckt", "abgelehnt", "ausstehend", "gelöscht", "masqué", "en attente", "refusé", "oculto", "pendiente"],
  ],
  // A status may be about the owner's answer, or about the customer.
  silent: [
    "",
    "verified",
    "unverified",
    "replied",
    "responded",
    "not replied",
    "not responded",
    "unreplied",
    "answered",
    "unanswered",
    "read",
    "unread",
  ],
};

const YES: ReadonlySet<string> = new Set(
  ["1", "true", "yes", "y", "t", "x", "on", "ja", "oui", "sí", "si"].map(foldWord),
);
const NO: ReadonlySet<string> = new Set(["0", "false", "no", "n", "f", "off", "nein", "non"].map(foldWord));

const POLARITY: ReadonlyMap<string, Polarity> = new Map(
  (Object.entries(COLUMNS) as [Polarity, readonly string[]][]).flatMap(([polarity, names]) =>
    names.map((name) => [foldName(name), polarity] as const),
  ),
);
const MEANING: ReadonlyMap<string, Moderation> = new Map(
  (Object.entries(WORDS) as [Moderation, readonly string[]][]).flatMap(([meaning, words]) =>
    words.map((word) => [foldWord(word), meaning] as const),
  ),
);

/** Names of the columns that are read so, for the documentation. */
export const MODERATION_COLUMNS: readonly string[] = Object.values(COLUMNS).flat();

/** Whether a column of this name says whether its source shows a review. */
export function isModerationColumn(header: string): boolean {
  return polarityOf(header) !== undefined;
}

/** Words around the one that counts: `Hidden from website?`, `comment_approved`, `deleted_at`. */
const AROUND =
  /^(?:is|was|has|been|the|review|comment|on|from|in|at|by|date|time|utc|gmt|site|website|web|widget|page)$/;
const INSTANT = /^(?:at|on|by|date|time|utc|gmt)$/;

function polarityOf(header: string): Polarity | undefined {
  const exact = POLARITY.get(foldName(header));
  if (exact !== undefined) return exact;
  const words = headerWords(header);
  const polarity = POLARITY.get(words.filter((word) => !AROUND.test(word)).join(""));
  // The day of a publication is a day; that of a deletion says that it was deleted.
  return polarity === "shown" && INSTANT.test(words.at(-1) ?? "") ? undefined : polarity;
}

/** The words of a column's name: `isDeleted`, `is_deleted` and `Is deleted?` have the same. */
export function headerWords(header: string): string[] {
  return header
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

const HIDING =
  /^(?:hid(?:den|e)|spam|junk|deleted?|removed?|trash(?:ed)?|unpublish(?:ed)?|(?:un|dis)approved|private|moderat\p{L}*|status|(?:un)?filter(?:ed)?|suppressed|archived|rejected|flag(?:ged)?|withdrawn|blocked|pending|redacted|versteckt|gelöscht|masquée?|supprimée?|statut|ocult[oa]|eliminad[oa]|estado)$/u;
const SHOWING =
  /^(?:publish(?:ed)?|approv(?:ed|al)|public|visib(?:le|ility)|displayed|shown?|freigegeben|freigabe|veröffentlicht|sichtbar|publiée?|visibilité|publicad[oa])$/u;
/** Of what else columns of reviews speak. */
const OF_OTHERS =
  /^(?:orders?|reply|replied|replies|response|responded|answer|invitation|invite|e?mail|sms|verification|verified|verify|payments?|shipping|delivery|profile|user|reviewer|author|customer|client|member|account|job|photos?|pictures?|images?|videos?|media|product|place|business|company|location|store|shop|url|link|count|total|number|name|figure|transaction|invoice|employment|marital)$/;

/** Whether a column's name smells of hiding or deletion. */
export function smellsOfHiding(header: string): boolean {
  const words = headerWords(header);
  const isInstant = words.some((word) => INSTANT.test(word));
  const smells = words.some((word) => HIDING.test(word) || (!isInstant && SHOWING.test(word)));
  return smells && !words.some((word) => OF_OTHERS.test(word));
}

/** "State" is also where a customer lives: the column counts only where it holds a word of moderation. */
export function isPlaceColumn(header: string, cells: readonly string[]): boolean {
  return foldName(header) === "state" && cells.every((cell) => (MEANING.get(foldWord(cell)) ?? "silent") === "silent");
}

/** What a cell of a moderation column says; `told` are the owner's own words for values that are not known here. */
export function readModeration(header: string, cell: string, told: ModerationWords = new Map()): Moderation {
  const word = foldWord(cell);
  const toldMeaning = told.get(word);
  if (toldMeaning !== undefined) return toldMeaning;
  const polarity = polarityOf(header) ?? "word";
  if (polarity !== "word" && word !== "") {
    const opposite = polarity === "shown" ? "hidden" : "shown";
    if (YES.has(word)) return polarity;
    if (NO.has(word)) return opposite;
    // `deleted` and its like often hold the day on which it happened.
    if (/^\d{4}-?\d{2}-?\d{2}/.test(cell.trim())) return polarity;
  }
  return MEANING.get(word) ?? "unknown";
}

/** What several columns say together: hidden by one is hidden. */
export function combineModeration(said: readonly Moderation[]): Moderation {
  for (const each of ["unknown", "hidden", "shown"] as const) if (said.includes(each)) return each;
  return "silent";
}

/** What a value of a moderation column can mean. */
export const MODERATION_ANSWERS = ["shown", "hidden"] as const;

/** The owner's answers about values: a folded value and what it means. */
export type ModerationWords = ReadonlyMap<string, (typeof MODERATION_ANSWERS)[number]>;

/** Reads `--moderation "In progress=hidden, Featured=shown"`; null when it is not of that form. */
export function readModerationOption(option: string): Readonly<Record<string, string>> | null {
  const pairs = option.split(",").map((part) => part.split("=").map((side) => side.trim()));
  const isSound = ([word = "", meaning]: string[]) =>
    word !== "" && MODERATION_ANSWERS.some((each) => each === meaning);
  return pairs.every(isSound) ? Object.fromEntries(pairs) : null;
}

/** Answers by value, as they are compared. */
export function moderationWordsOf(answers: Readonly<Record<string, string>> = {}): ModerationWords {
  return new Map(
    Object.entries(answers).flatMap(([value, answer]) => {
      const meaning = MODERATION_ANSWERS.find((each) => each === answer);
      return meaning === undefined ? [] : [[foldWord(value), meaning] as const];
    }),
  );
}

function foldWord(word: string): string {
  return word
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s_-]+/g, "");
}
