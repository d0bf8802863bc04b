/** Detects UTF-8 that was decoded as Windows-1252: `donâ€™t`, `RenÃ©e`. Never repairs it, since a repair would be a guess, too. */
import { shortened } from "../review/mod.ts";
import { askOwner, showValue } from "./problem.ts";

const TAIL = "[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";
/** Those that are not punctuation. */
const LETTER = "[\\u0080-\\u009f\\u00a1-\\u00bfƒˆ‰ŠŒŽ˜™šœžŸ]";
const GARBLED: readonly RegExp[] = [
  `â[€\\u0080]${TAIL}`,
  `Ã(?:${LETTER}|\\u00a0|[€‚„…†‡‹‘’“”•–—›](?=\\p{L}))`,
  `ð[\\u009fŸ]`,
  // Polish and Czech letters, Cyrillic. A sign before which a lone Â was left (Â£3) is still legible.
  `[ÄÅ](?:${LETTER}|[‚„…†‡›](?=\\p{L}))`,
  `(?:[ÐÑ]${TAIL}){2}`,
].map((pattern) => new RegExp(`\\S{0,20}(?:${pattern})\\S{0,20}`, "u"));
const MAY_BE = /[âÃðÄÅÐÑ]/;
const MAX_SHOWN_LENGTH = 40;

export function askAboutGarbled(where: string, found: string): never {
  askOwner({
    option: "encoding",
    choices: ["utf-8"],
    examples: [found],
    message: `${where} contains ${showValue(found)}: ${GARBLED_HINT}`,
    question: `${where} contains garbled characters, such as ${showValue(found)}. Import them anyway (utf-8)?`,
  });
}

const GARBLED_HINT =
  "UTF-8 that was once read as Windows-1252; export it again as UTF-8, or add --encoding utf-8 to import it anyway";

export function garbledWord(text: string): string | null {
  if (!MAY_BE.test(text)) return null;
  const found = GARBLED.flatMap((pattern) => pattern.exec(text) ?? [])[0];
  return found === undefined ? null : shortened(found.replace(/^.*[,;"\t]/, ""), MAX_SHOWN_LENGTH);
}
