/** A proof that stands for itself: the way from an entry to a signed checkpoint, as C2SP tlog-proof has it. */
import { base64, type Checkpoint, readCheckpoint, readDecimal } from "./checkpoint.ts";
import { readBase64, type VerifiedSignature, type VerifierKey, verifyNote } from "./note.ts";
import { includes } from "./tree.ts";

/** The way from an entry to the root of a checkpoint. */
interface LogProof {
  readonly index: number;
  /** The leaf's sibling first. */
  readonly path: readonly Uint8Array[];
  /** The signed note, as the log serves it. */
  readonly checkpoint: string;
  /** Whatever the application adds; nobody has signed it. */
  readonly extra?: Uint8Array;
}

/** What a proof shows. */
type ProofCheck =
  | { readonly kind: "holds"; readonly checkpoint: Checkpoint; readonly signatures: readonly VerifiedSignature[] }
  /** The checkpoint is none, is of another log, or no given key has signed it. */
  | { readonly kind: "not_signed" }
  /** The entry is not at this index of the checkpoint's tree. */
  | { readonly kind: "not_included"; readonly checkpoint: Checkpoint };

const FIRST_LINE = "c2sp.org/tlog-proof@v1";
/** A tree of 2^63 leaves needs no more. */
const MAX_HASHES = 63;

/** The proof as the text of a `.tlog-proof` file. */
export function writeProof({ index, path, checkpoint, extra }: LogProof): string {
  const head = [FIRST_LINE, ...(extra === undefined ? [] : [`extra ${base64(extra)}`]), `index ${index}`];
  return `${[...head, ...path.map(base64)].join("\n")}\n\n${checkpoint}`;
}

/** Reads a `.tlog-proof` file; null where it is none. Nothing is verified. */
export function readProof(text: string): LogProof | null {
  const end = text.indexOf("\n\n");
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  const extra = lines[0]?.startsWith("extra ") ? readBase64(lines.shift()?.slice("extra ".length) ?? "") : undefined;
  const index = readDecimal(/^index (\d+)$/.exec(lines.shift() ?? "")?.[1] ?? "");
  const path = readHashes(lines);
  if (first !== FIRST_LINE || extra === null || index === null || path === null) return null;
  return { index, path, checkpoint: text.slice(end + 2), ...(extra === undefined ? {} : { extra }) };
}

/** Lines of hashes in base64; null where one is none, or there are more than a proof needs. */
export function readHashes(lines: readonly string[]): Uint8Array[] | null {
  const hashes = lines.map(readBase64).filter((hash) => hash?.length === 32);
  return lines.length <= MAX_HASHES && hashes.length === lines.length ? hashes.filter((hash) => hash !== null) : null;
}

/** Checks a proof for the hash of a leaf. The first key is the log's, whose name is its origin; the others are witnesses'. */
export function checkProof(
  proof: LogProof,
  leaf: Uint8Array,
  keys: readonly VerifierKey[],
  origin?: string,
): ProofCheck {
  const checkpoint = readCheckpoint(proof.checkpoint);
  const [logKey] = keys;
  const signatures = checkpoint === null ? null : verifyNote(checkpoint.note, keys);
  const isOfLog = checkpoint !== null && checkpoint.origin === (origin ?? logKey?.name);
  if (!isOfLog || !signatures?.some(({ key }) => key === logKey)) return { kind: "not_signed" };
  const isIncluded = includes(checkpoint.root, checkpoint.size, proof.index, leaf, proof.path);
  return isIncluded ? { kind: "holds", checkpoint, signatures } : { kind: "not_included", checkpoint };
}
