/**
 * How the way in which a review was verified is put into words, the same wherever people read it.
 *
 * @module
 */
import type { Words } from "./words.ts";

/** What of a review's verification its words depend on. */
export interface VerificationFacts {
  readonly method: "job_record" | "invitation" | "platform" | "operator_attested" | "none";
  readonly strength: "invoice" | "contact" | "name_and_date" | null;
  /** When it was checked; null when not recorded. */
  readonly date: string | null;
}

/** "Verified: a finished job, by invoice"; "The business says so, no date known". */
export function verificationInWords(words: Words, { method: by, strength, date }: VerificationFacts): string {
  const method = words.say(`method.${by}`);
  if (by === "operator_attested" && date === null) return words.say("method.undated", { method });
  if (strength === null) return method;
  return words.say("method.strength", { method, strength: words.say(`strength.${strength}`) });
}
