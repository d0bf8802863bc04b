/** Reads whether the source shows a review. The owner is asked about unknown values; a hidden review is kept and counted, never published. */

import { foldName, toNormalForm } from "../review/mod.ts";
import { meaningsOf } from "./words.ts";

export type Moderation = "shown" | "hidden" | "silent" | "unknown";

/** The meaning of a yes in a column; the cells of `word` columns are words such as "published". */
type Polarity = "shown" | "hidden" | "word";

const POLARITY = meaningsOf<Polarity>("moderation_column");
const MEANING = meaningsOf<Exclude<Moderation, "unknown">>("moderation", foldWord);
const ANSWERS = meaningsOf<"yes" | "no">("moderation_answer", foldWord);

export function isModerationColumn(header: string): boolean {
  return polarityOf(header) !== undefined;
}

/** Words to ignore around the significant one: `Hidden from website?`, `comment_approved`, `deleted_at`. */
const AROUND =
  /^(?:is|was|has|been|the|review|comment|post|entry|submission|on|from|in|at|by|date|time|utc|gmt|site|website|web|widget|page)$/;
const INSTANT = /^(?:at|on|by|date|time|utc|gmt)$/;

function polarityOf(header: string): Polarity | undefined {
  const exact = POLARITY.get(foldName(header));
  if (exact !== undefined) return exact;
  const words = headerWords(header);
  const polarity = POLARITY.get(words.filter((word) => !AROUND.test(word)).join(""));
  // A day of deletion means that the review is deleted. A day of publication does not mean that it is still shown.
  return polarity === "shown" && INSTANT.test(words.at(-1) ?? "") ? undefined : polarity;
}

/** The words of a column's name, which are the same for `isDeleted`, `is_deleted` and `Is deleted?`. */
export function headerWords(header: string): string[] {
  return toNormalForm(header.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 "), "NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

const HIDING =
  /^(?:hid(?:den|e)|spam|junk|deleted?|removed?|trash(?:ed)?|unpublish(?:ed)?|(?:un|dis)approved|private|moderat\p{L}*|status|(?:un)?filter(?:ed)?|suppressed|archived|rejected|flag(?:s|ged)?|withdrawn|blocked|pending|redacted|versteckt|ausgeblendet|gelöscht|masquée?|supprimée?|rejetée?|statut|état|ocult[oa]|eliminad[oa]|rechazad[oa]|estado|verborgen|verwijderd|nascost[oa]|eliminat[oa]|stato|ukryt[ay]|usunięt[ay]|zustand)$/u;
const SHOWING =
  /^(?:publish(?:ed)?|approv(?:ed|al)|public|visib(?:le|ility)|displayed|shown?|share|permission|consent|freigegeben|freigabe|veröffentlich(?:t|en)|sichtbar|einwilligung|zustimmung|einverstanden|publiée?|publier|visibilité|autorisation|consentement|publicad[oa]|publicar|autorización|permiso|consentimiento|gepubliceerd|publiceren|zichtbaar|toestemming|pubblicat[oa]|pubblicare|visibile|opublikowan[ay]|widoczn[ay])$/u;
const OTHER_SUBJECT =
  /^(?:orders?|reply|replied|replies|response|responded|answer|invitation|invite|e?mail|sms|verification|verified|verify|payments?|shipping|delivery|profile|user|reviewer|author|customer|client|member|account|job|photos?|pictures?|images?|videos?|media|product|place|business|company|location|store|shop|url|link|count|total|number|name|figure|transaction|invoice|employment|marital|recommend(?:ation|ed)?|marketing|newsletter|contact(?:ed)?)$/;

/** Words for reviews that do not count, where the answer is a yes or a no: a "pressure test" is something else. */
const DOUBTING =
  /^(?:fake|duplicated?|disputed?|invalid|test|excluded?|ignored?|suspicious|suspected|gefälscht|dublette|doppelt|ungültig|faux|doublon|litige|fals[oa]|duplicad[oa]|inválid[oa]|vals|dubbel|duplicato)$/u;

/** Values that reveal a column about visibility whatever its name, such as "Labels". */
const HIDDEN_WORD = /^(?:spam|draft|rejected|unpublished|trash(?:ed)?)$/i;

export function looksLikeVisibilityColumn(header: string, values: readonly string[] = []): boolean {
  const words = headerWords(header);
  const isInstant = [words[0], words.at(-1)].some((word) => INSTANT.test(word ?? ""));
  if (values.some((value) => HIDDEN_WORD.test(value.trim()))) return !words.some((word) => OTHER_SUBJECT.test(word));
  const areAnswers = values.length > 0 && values.every((value) => ANSWERS.has(foldWord(value)));
  const isAboutVisibility = words.some(
    (word) => HIDING.test(word) || (!isInstant && SHOWING.test(word)) || (areAnswers && DOUBTING.test(word)),
  );
  return isAboutVisibility && !words.some((word) => OTHER_SUBJECT.test(word));
}

const PLACE_HEADER = /^(?:state|etat|estado|stato)$/;

/** "State" may be where a customer lives: it is a moderation column only if it contains a moderation word. */
export function isPlaceColumn(header: string, cells: readonly string[]): boolean {
  return (
    PLACE_HEADER.test(foldName(header)) &&
    cells.every((cell) => ["silent", undefined].includes(MEANING.get(foldWord(cell))))
  );
}

/** Reads a cell of a moderation column; the owner's `answers` define values that are unknown here. */
export function readModeration(header: string, cell: string, answers: ModerationWords = new Map()): Moderation {
  const word = foldWord(cell);
  const answer = answers.get(word);
  if (answer !== undefined) return answer;
  if (word === "") return "silent";
  const meaning = MEANING.get(word);
  if (meaning !== undefined) return meaning;
  const polarity = polarityOf(header) ?? "word";
  if (polarity !== "word") {
    const yesOrNo = ANSWERS.get(word);
    if (yesOrNo !== undefined) return yesOrNo === "yes" ? polarity : polarity === "shown" ? "hidden" : "shown";
    // Columns such as `deleted` often contain the day on which it happened.
    if (/^\d{4}-?\d{2}-?\d{2}/.test(cell.trim())) return polarity;
  }
  return "unknown";
}

export function isNo(cell: string): boolean {
  return ANSWERS.get(foldWord(cell)) === "no";
}

/** Combines several columns: a review that one of them hides is hidden. */
export function combineModeration(columns: readonly Moderation[]): Moderation {
  for (const each of ["unknown", "hidden", "shown"] as const) if (columns.includes(each)) return each;
  return "silent";
}

export const MODERATION_ANSWERS = ["shown", "hidden"] as const;

export type ModerationWords = ReadonlyMap<string, (typeof MODERATION_ANSWERS)[number]>;

/** Reads `--moderation "In progress=hidden, Featured=shown"`; null if it does not have that form. */
export function readModerationOption(option: string): Readonly<Record<string, string>> | null {
  const pairs = option.split(",").map((part) => part.split("=").map((side) => side.trim()));
  const isSound = ([word = "", meaning]: string[]) =>
    word !== "" && MODERATION_ANSWERS.some((each) => each === meaning);
  return pairs.every(isSound) ? Object.fromEntries(pairs) : null;
}

export function moderationWordsOf(answers: Readonly<Record<string, string>> = {}): ModerationWords {
  return new Map(
    Object.entries(answers).flatMap(([value, answer]) => {
      const meaning = MODERATION_ANSWERS.find((each) => each === answer);
      return meaning === undefined ? [] : [[foldWord(value), meaning] as const];
    }),
  );
}

function foldWord(word: string): string {
  return toNormalForm(word, "NFC")
    .toLowerCase()
    .replace(/[\s_-]+/g, "");
}
