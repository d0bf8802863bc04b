/**
 * Sealed decisions: a firm fixes whom it asks, and why it does not ask somebody, before anybody is asked. The log holds one
 * hash for many decisions; whoever is asked gets what shows that their own is among them.
 */
import { createHash } from "node:crypto";
import { canonicalJson, SALT_BYTES } from "./entry.ts";
import { readDecimal } from "./note.ts";
import { inclusionProof, leafHash, rootByProof, rootOf } from "./tree.ts";

/** What was decided about a job: `invite`, or why not. */
export interface JobDecision {
  readonly job: string;
  /** Calendar date of the job, which says in whose quarter it counts. */
  readonly finished: string;
  readonly decision: string;
}

/** A decision with the salt that keeps it from being guessed. */
export interface SaltedDecision extends JobDecision {
  readonly salt: Uint8Array;
}

/** How many decisions a seal has at most: nothing of a busy day shows but a few entries, and proofs stay short. */
export const SEAL_SIZE = 256;

/** What a message carries: a decision, its way to the seal, and the log's tree that ends with the entry of the seal. */
export interface SealProof extends SaltedDecision {
  /** Origin of the log. */
  readonly log: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** Where the decision stands among those of its seal. */
  readonly index: number;
  readonly count: number;
  readonly path: readonly Uint8Array[];
}

/** The leaf of a decision: the hash of its salted digest. */
function decisionLeaf({ job, finished, decision, salt }: SaltedDecision): Uint8Array {
  return leafHash(createHash("sha256").update(salt).update(canonicalJson({ decision, finished, job })).digest());
}

/** The root over the decisions of one seal. */
export function sealRoot(decisions: readonly SaltedDecision[]): Uint8Array {
  return rootOf(decisions.map(decisionLeaf));
}

/** What the entry `asked` commits to: base64 of SHA-256(size || root), the size as eight bytes. */
export function sealCommitment(count: number, root: Uint8Array): string {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(count));
  return createHash("sha256").update(size).update(root).digest("base64");
}

/** The way from one of the decisions of a seal to its root. */
export function sealPath(decisions: readonly SaltedDecision[], index: number): Promise<Uint8Array[]> {
  const leaves = Buffer.concat(decisions.map(decisionLeaf));
  return inclusionProof(index, decisions.length, () => Promise.resolve(leaves));
}

/** The commitment that a proof leads to; null where its path is none. */
export function commitmentOfProof(proof: SealProof): string | null {
  const root = rootByProof(proof.count, proof.index, decisionLeaf(proof), proof.path);
  return root === null ? null : sealCommitment(proof.count, root);
}

/** Name of the header, and what the line of text begins with. */
export const SEAL_HEADER = "Goodword-Seal";

/** A proof as the value of the header. Blanks mean nothing in it, so it may be folded; it ends with two semicolons. */
export function writeSealProof(proof: SealProof): string {
  const { log, size, root, job, finished, decision, salt, index, count, path } = proof;
  const tags = {
    ...{ v: 1, log, size, root: text(root), job, finished, decision, salt: text(salt), index, count },
    path: path.map(text).join(", "),
  };
  return `${Object.entries(tags)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ")};;`;
}

/** The proof that stands in a header or a text, wherever it is wrapped; null where there is none that is whole. */
export function readSealProof(given: string): SealProof | null {
  const [, line = ""] = /(v=1;\s*log=[\s\S]*?);;/.exec(given) ?? [];
  const pairs = line.split(";").map((tag) => tag.replace(/\s+/g, "").split(/=(.*)/s, 2) as [string, string]);
  const tags: Readonly<Record<string, string | undefined>> = Object.fromEntries(pairs);
  const [size, index, count] = [tags.size, tags.index, tags.count].map((number) => readDecimal(number ?? ""));
  const [root, salt] = [tags.root, tags.salt].map((each) => bytesOf(each ?? ""));
  const path = (tags.path ?? "").split(",").flatMap((each) => (each === "" ? [] : [bytesOf(each)]));
  const { log, job, finished, decision } = tags;
  if (size == null || index == null || count == null || root?.length !== 32 || salt?.length !== SALT_BYTES) return null;
  if (!log || !job || !finished || !decision || path.some((hash) => hash.length !== 32)) return null;
  return { log, size, root, job, finished, decision, salt, index, count, path };
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const bytesOf = (base64url: string): Uint8Array => new Uint8Array(Buffer.from(base64url, "base64url"));
