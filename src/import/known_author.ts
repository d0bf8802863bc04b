/**
 * What a record knows of its author beyond the shown name.
 *
 * @module
 */
import { isAbsent } from "./check_fields.ts";
import type { GivenReview } from "./given_review.ts";
import type { KnownAuthor } from "./reading.ts";

const UNKNOWN_AUTHOR: KnownAuthor = {};

/** What an author can be recognised by. Most files know no more of an author than a short name. */
export function knownAuthor({ email, telephone, invoice }: GivenReview, name: string): KnownAuthor {
  if (name === "" && isAbsent(email) && isAbsent(telephone) && isAbsent(invoice)) return UNKNOWN_AUTHOR;
  const known: Partial<Record<keyof KnownAuthor, string>> = {};
  if (!isAbsent(invoice) && invoice !== "") known.invoice = String(invoice);
  if (!isAbsent(email) && email !== "") known.email = String(email);
  if (!isAbsent(telephone) && telephone !== "") known.telephone = String(telephone);
  if (name !== "") known.name = name;
  return known;
}
