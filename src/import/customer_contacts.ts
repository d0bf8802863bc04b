/** Separates e-mail addresses and telephone numbers of customers from placeholders and from those of the business. */
import { foldName, isPublishedEmail, isPublishedTelephone, nameWords, type PublicContacts } from "../review/mod.ts";
import { emailsIn, telephoneIn } from "./check_fields.ts";
import { wordSet } from "./words.ts";

/** What cells of a list have about a customer. */
interface ListedCustomer {
  readonly name: string | null;
  readonly email?: string;
  readonly telephone?: string;
}

const NO_MAIL = wordSet("value", "no_mail");

/** Whether an address is a placeholder: `none@none.com`, `noreply@portal.example`, `kim@noemail.org`. */
function isPlaceholder(email: string): boolean {
  const [local = "", domain = ""] = email.split("@");
  const [first = "", second = ""] = [local, domain.split(".")[0] ?? ""].map(foldName);
  const isNoDomain = second.length > 2 && NO_MAIL.has(second);
  return NO_MAIL.has(first) || isNoDomain || (first === second && first.length <= 3);
}

/** So many people with neither a first nor a last name in common do not share an address. */
const STRANGERS = 3;

/** The e-mail addresses, in lower case, and the telephone numbers that belong to no customer of a list. */
export function foreignContacts(
  customers: readonly ListedCustomer[],
  business: PublicContacts | undefined,
): ReadonlySet<string> {
  const foreign = new Set<string>();
  const names = new Map<string, (string | null)[]>();
  for (const { name, email = "", telephone = "" } of customers) {
    for (const address of emailsIn(email).map((each) => each.toLowerCase())) {
      const known = names.get(address) ?? [];
      names.set(address, known);
      known.push(name);
    }
    const number = telephoneIn(telephone);
    if (number !== undefined && business && isPublishedTelephone(number, business)) foreign.add(number);
  }
  for (const [address, known] of names) {
    const isOwn = business !== undefined && isPublishedEmail(address, business);
    if (isOwn || isPlaceholder(address) || areStrangers(known)) foreign.add(address);
  }
  return foreign;
}

function areStrangers(names: readonly (string | null)[]): boolean {
  if (names.length < STRANGERS) return false;
  const words = names.map((name) => nameWords(name ?? ""));
  return [0, -1].every((at) => new Set(words.flatMap((name) => name.at(at) ?? [])).size >= STRANGERS);
}

/** A cell of e-mail addresses or a telephone number without those of {@link foreignContacts}; the cell itself if it has none. */
export function customersOwn(cell: string, foreign: ReadonlySet<string>): string {
  const emails = emailsIn(cell);
  const own = emails.filter((each) => !foreign.has(each.toLowerCase()));
  if (own.length < emails.length) return own.join(" ");
  return foreign.has(telephoneIn(cell) ?? "") ? "" : cell;
}
