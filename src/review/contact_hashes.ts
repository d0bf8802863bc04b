/**
 * What a customer can be known by: invoice number, e-mail address, telephone number, whole name.
 *
 * Marks are compared as keyed hashes, so that what an import knows of a reviewer beyond the shown name can be held
 * against a job list later, and read by nobody meanwhile.
 */
import { createHmac } from "node:crypto";
import { nameParts } from "./names.ts";

/** The kinds of marks a customer can be recognised by. */
export const CONTACT_KINDS = ["invoice", "email", "telephone", "name"] as const;
/** One of {@link CONTACT_KINDS}. */
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** Hashes of a person's marks; a kind that is not known is left out. */
export type ContactHashes = Readonly<Partial<Record<ContactKind, string>>>;

/** Hashes a mark; null when the value is none, such as a shortened name. The same value gives the same hash. */
export type ContactHasher = (kind: ContactKind, value: string) => string | null;

/**
 * Makes the hasher of one installation: HMAC-SHA-256, 64 hexadecimal digits.
 *
 * @param key at least 32 random bytes; without it nobody can test a name against a hash
 */
export function contactHasher(key: Uint8Array): ContactHasher {
  return (kind, value) => {
    const folded = FOLDS[kind](value);
    return folded === null ? null : createHmac("sha256", key).update(`${kind}\0${folded}`).digest("hex");
  };
}

const FOLDS: Readonly<Record<ContactKind, (value: string) => string | null>> = {
  invoice: foldInvoice,
  email: foldEmail,
  telephone: foldTelephone,
  name: foldWholeName,
};

/** "Invoice #INV-00123" and "123" are one number; fewer than three characters are no proof. */
export function foldInvoice(value: string): string | null {
  const plain = value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  const number = plain
    .replace(/^(?:INVOICE|INV|RECHNUNG|RE|FACTURE|FACTURA|JOB|ORDER|NO|NR)+(?=\d)/, "")
    .replace(/^0+/, "");
  return number.length >= 3 ? number : null;
}

function foldEmail(value: string): string | null {
  const parts = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/.exec(value.trim().toLowerCase());
  if (parts === null) return null;
  const [, local = "", domain = ""] = parts;
  const box = local.replace(/\+.*$/, "");
  return /^(?:gmail|googlemail)\.com$/.test(domain) ? `${box.replaceAll(".", "")}@gmail.com` : `${box}@${domain}`;
}

/** The last nine digits: what "+44 20 7946 0958", "020 7946 0958" and "(0)20 7946 0958" have in common. */
function foldTelephone(value: string): string | null {
  const digits = value.replace(/\b(?:ext|x)\.?\s*\d+\s*$/i, "").replace(/\D/g, "");
  return digits.length >= 9 && digits.length <= 15 ? digits.slice(-9) : null;
}

/**
 * "Doe, Jane", "Dr. Jane Doe" and "JANE DOE" are one name. A name is whole when first and last name are written out;
 * "Jane D.", "J. Doe" and "Jane" are not.
 */
export function foldWholeName(value: string): string | null {
  const parts = nameParts(value.trim()).words;
  // Most names are shown so, and need not be folded to see that they are not whole.
  if (INITIAL.test(parts.at(-1) ?? "")) return null;
  const words = parts.map(foldNameWord).filter((word) => word !== "");
  if (words.length < 2 || words.length > 6) return null;
  return [words[0], words.at(-1)].every((word) => word !== undefined && word.length >= 2) ? words.join(" ") : null;
}

const INITIAL = /^[A-Za-z]\.?$/;
const PLAIN = /^[A-Za-z]+$/;

/** Hashes of it are kept: no letter is folded otherwise than before. */
function foldNameWord(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  return word
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}
