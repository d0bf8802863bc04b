/** Receipts: what the author of a review keeps, and whether the log that is served today still holds it. */
import { canonicalJson, commitmentTo, isOfReview, readEntry, readSalt } from "./entry.ts";
import { readVerifierKey } from "./note.ts";
import { beginsWith, type FetchFromSite, readSiteLog } from "./site_log.ts";
import { checkProof, leafHash, readProof } from "./tree.ts";

export interface Receipt {
  readonly v: 1;
  readonly site: string;
  /** The vkey that signed the checkpoint of the proof. */
  readonly key: string;
  /** The review as it was published, in the members that are committed to. */
  readonly review: Readonly<Record<string, unknown>>;
  readonly salt: string;
  readonly entry: string;
  readonly proof: string;
}

interface ReceiptReport {
  readonly holds: boolean;
  readonly facts: readonly string[];
}

export function readReceipt(text: string): Receipt | null {
  try {
    const receipt = JSON.parse(text) as Partial<Receipt>;
    const { v, site, key, salt, entry, proof, review } = receipt;
    const isWhole = [site, key, salt, entry, proof].every((each) => typeof each === "string");
    return v === 1 && isWhole && typeof review === "object" && review !== null ? (receipt as Receipt) : null;
  } catch {
    return null;
  }
}

/** Whether the log of a site still holds a review as its author has it, and what happened to it since. @throws when it cannot be asked */
export async function checkReceipt(receipt: Receipt, ask: FetchFromSite): Promise<ReceiptReport> {
  const key = readVerifierKey(receipt.key);
  const proof = readProof(receipt.proof);
  const entry = readEntry(receipt.entry);
  const salt = readSalt(receipt.salt);
  if (key === null || proof === null || salt === null || entry === null || !isOfReview(entry)) {
    return fails("The receipt is damaged: it does not hold a proof that can be read");
  }
  if (entry.review !== receipt.review.id || entry.commitment !== commitmentTo(canonicalJson(receipt.review), salt)) {
    return fails("The words in the receipt are not those that its entry of the log was made of");
  }
  const leaf = leafHash(Buffer.from(receipt.entry));
  const origin = /\n\n([^\n]+)\n/.exec(receipt.proof)?.[1] ?? "";
  const check = checkProof(proof, leaf, key, origin);
  if (check.kind !== "holds")
    return fails("The proof in the receipt does not lead to a checkpoint that its key has signed");
  const reading = await readSiteLog(ask, key);
  if (reading.kind === "wrong") return fails(reading.finding.message);
  const { log } = reading;
  const moved = log.origin === origin ? [] : [`The log has moved from ${origin} to ${log.origin}`];
  if (!beginsWith(log, check.checkpoint)) {
    const { size } = check.checkpoint;
    const message = `The log that is served today (${log.size} entries) does not begin with the ${size} entries that it had then`;
    return fails(...moved, message);
  }
  const later = log.entries.flatMap((each) => {
    if (each.n <= entry.n || !isOfReview(each) || each.review !== entry.review) return [];
    const reason = each.reason === null ? "" : `: ${each.reason}`;
    return `On ${dayOf(each.at)} it was ${each.act === "shown" ? "shown again" : each.act}${reason} (entry ${each.n})`;
  });
  const fact = `Your review was ${entry.act} on ${dayOf(entry.at)} as entry ${entry.n}, and the log still holds it`;
  const since = later.length === 0 ? ["Nothing has happened to it since"] : later;
  return { holds: true, facts: [...moved, fact, ...since] };
}

const fails = (...facts: readonly string[]): ReceiptReport => ({ holds: false, facts });
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
