/** Why a review and a job are a near miss only, in a sentence; `goodword verify` prints the same in English. */
import { type ConsoleWords, messageText } from "../languages/mod.ts";
import type { Doubt } from "../review/mod.ts";

export function describeDoubt(words: ConsoleWords, doubt: Doubt): string {
  const { days = 0, count = days, names = [] } = doubt as { days?: number; count?: number; names?: readonly string[] };
  return messageText(words, `verification.doubt.${doubt.kind}`, { count, names: words.list(names) });
}
