/** Recognises names of the business's reply by their words: "Kommentar des Unternehmens", `trader_response_text`, "Owner replied at". */
import { foldName } from "../../review/mod.ts";
import { headerWords } from "../moderation.ts";
import { meaningsOf } from "../words.ts";

type ReplyWord = "reply" | "comment" | "owner" | "around" | "text" | "date" | "replied";
const MEANINGS = meaningsOf<ReplyWord>("reply_name");

/** The end of a name that leads to the day, as "Antwort vom" to 6.1.2026. */
const DAY_FOLLOWS = /(?:antwort|réponse|respuesta) (?:vom|am|du|del)\W*$/iu;

/** The role of a column that is named for the business's replies or for their days; null if its name has any other word. */
export function replyRoleOf(column: string): "reply" | "replyDate" | null {
  const words = headerWords(column).map((word) => MEANINGS.get(foldName(word)));
  const has = (word: ReplyWord) => words.includes(word);
  const areOnly = (...known: readonly (ReplyWord | undefined)[]) => words.every((word) => known.includes(word));
  // A comment without the owner may be the customer's, or for internal use.
  if (!has("reply") && !has("replied") && !(has("comment") && has("owner"))) return null;
  if (DAY_FOLLOWS.test(column)) return "replyDate";
  if (areOnly("reply", "comment", "owner", "around", "text")) return "reply";
  return has("date") && areOnly("reply", "comment", "owner", "around", "replied", "date") ? "replyDate" : null;
}
