/**
 * Checks who signed a message: DKIM (RFC 6376) by RSA, or by Ed25519 (RFC 8463), each with SHA-256. Whatever else there is (other
 * algorithms, a signature over a part of the body) is left unchecked and said so, never taken for valid.
 */
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

/** What is known of a message's signature. */
export type DkimCheck =
  /** The domain has signed the message as it is here. */
  | { readonly kind: "valid"; readonly domain: string }
  | { readonly kind: "invalid" | "not_checked"; readonly reason: string };

/** The texts of DNS at a name; null when DNS could not be asked. */
type LookUpTexts = (name: string) => Promise<readonly string[] | null>;

interface Field {
  readonly name: string;
  /** As it stands, folded, without the last line's end. */
  readonly raw: string;
}

/** Checks the signatures of a message as it was stored; the best of them counts, that of the sender's own domain before others. */
export async function checkDkim(message: Uint8Array, lookUpTexts: LookUpTexts): Promise<DkimCheck> {
  // Many mail programs store lines as their system has them.
  const text = Buffer.from(message).toString("latin1").replace(/\r?\n/g, "\r\n");
  const end = text.indexOf("\r\n\r\n");
  const fields = fieldsOf(end < 0 ? text : text.slice(0, end));
  const body = end < 0 ? "" : text.slice(end + 4);
  const signatures = fields.filter(({ name }) => name === "dkim-signature");
  if (signatures.length === 0) return { kind: "not_checked", reason: "the message has no DKIM signature" };
  // Which of them a reader is shown is up to the mail program.
  const senders = fields.filter(({ name }) => name === "from").length;
  if (senders !== 1) return { kind: "invalid", reason: `the message names ${senders} senders` };
  const checks = await Promise.all(signatures.map((field) => checkOne(field, { fields, body, lookUpTexts })));
  const sender =
    /@([^\s<>]+)>?\s*$/.exec(fields.find(({ name }) => name === "from")?.raw ?? "")?.[1]?.toLowerCase() ?? "";
  const valid = checks.filter((check) => check.kind === "valid");
  const own = valid.find(({ domain }) => sender === domain || sender.endsWith(`.${domain}`));
  const [first = { kind: "not_checked", reason: "the message has no DKIM signature" } as const] = checks;
  return own ?? valid[0] ?? checks.find(({ kind }) => kind === "not_checked") ?? first;
}

interface Signed {
  readonly fields: readonly Field[];
  readonly body: string;
  readonly lookUpTexts: LookUpTexts;
}

async function checkOne(field: Field, { fields, body, lookUpTexts }: Signed): Promise<DkimCheck> {
  const tags = tagsOf(field.raw.slice(field.raw.indexOf(":") + 1));
  const { a = "", b = "", bh = "", d = "", s = "", h = "", c = "simple/simple", l } = tags;
  const unchecked = (reason: string) => ({ kind: "not_checked", reason }) as const;
  const invalid = (reason: string) => ({ kind: "invalid", reason }) as const;
  const domain = d.toLowerCase();
  if (!/^(?:rsa|ed25519)-sha256$/.test(a))
    return unchecked(`the algorithm ${a || "of the signature"} is not known here`);
  if (l !== undefined) return unchecked("only a part of the message is signed");
  const names = h.toLowerCase().split(":");
  if (tags.v !== "1" || domain === "" || s === "" || !names.includes("from"))
    return invalid("the signature is malformed");
  const [headerForm = "simple", bodyForm = "simple"] = c.split("/");
  const digest = createHash("sha256").update(canonicalBody(body, bodyForm), "latin1").digest("base64");
  if (digest !== bh)
    return invalid("the body is not the one that was signed, as where a mail program has re-encoded it");
  const texts = await lookUpTexts(`${s}._domainkey.${domain}`);
  if (texts === null) return unchecked("DNS could not be asked for the key");
  const key = keyOf(texts, a);
  if (key === null) return invalid(`${domain} does not show the key ${s} any more`);
  const signed = Buffer.from(signedFields(fields, names, { field, form: headerForm }), "latin1");
  const isRsa = a.startsWith("rsa");
  const isValid = verify(
    isRsa ? "sha256" : null,
    isRsa ? signed : createHash("sha256").update(signed).digest(),
    key,
    Buffer.from(b, "base64"),
  );
  return isValid ? { kind: "valid", domain } : invalid("the headers are not those that were signed");
}

function fieldsOf(head: string): Field[] {
  return head.split(/\r\n(?![ \t])/).map((raw) => ({
    name: raw
      .slice(0, Math.max(0, raw.indexOf(":")))
      .trim()
      .toLowerCase(),
    raw,
  }));
}

function tagsOf(text: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    text.split(";").map((tag) => tag.replace(/\s+/g, "").split(/=(.*)/s, 2) as [string, string]),
  );
}

/** The named fields, from the last of each name upwards, and the signature without its own value. */
function signedFields(
  fields: readonly Field[],
  names: readonly string[],
  { field, form }: { readonly field: Field; readonly form: string },
): string {
  const left = [...fields];
  const chosen = names.flatMap((name) => {
    const at = left.findLastIndex((each) => each.name === name.trim());
    return at < 0 ? [] : left.splice(at, 1);
  });
  const own = { ...field, raw: field.raw.replace(/([;:\s]b\s*=)[^;]*/, "$1") };
  return [...chosen.map((each) => `${canonicalField(each, form)}\r\n`), canonicalField(own, form)].join("");
}

function canonicalField({ name, raw }: Field, form: string): string {
  if (form !== "relaxed") return raw;
  const value = raw
    .slice(raw.indexOf(":") + 1)
    .replace(/\r\n/g, "")
    .replace(/[ \t]+/g, " ");
  return `${name}:${value.trim()}`;
}

function canonicalBody(body: string, form: string): string {
  const lines = form === "relaxed" ? body.replace(/[ \t]+/g, " ").replace(/ (?=\r\n|$)/g, "") : body;
  const trimmed = lines.replace(/(?:\r\n)+$/, "");
  return trimmed === "" && form === "relaxed" ? "" : `${trimmed}\r\n`;
}

/** The key of a domain, in the first text that is one; null where there is none, or it was withdrawn. */
function keyOf(texts: readonly string[], algorithm: string): KeyObject | null {
  for (const text of texts) {
    const { v = "DKIM1", k = "rsa", p = "" } = tagsOf(text);
    if (v !== "DKIM1" || p === "" || !algorithm.startsWith(k)) continue;
    const bytes = Buffer.from(p, "base64");
    const der = k === "ed25519" ? Buffer.concat([ED25519_PREFIX, bytes]) : bytes;
    try {
      return createPublicKey({ key: der, format: "der", type: "spki" });
    } catch {
      // Not a key.
    }
  }
  return null;
}

/** What stands before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const ED25519_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
