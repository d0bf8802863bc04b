/** Witnessing: C2SP tlog-witness@v1.0.0 from both sides. A witness signs what only grows; a log asks for that. */
import { createHash } from "node:crypto";
import type { GuardedFetch } from "../../platform.ts";
import {
  base64,
  consistencyProof,
  EMPTY_ROOT,
  extendsTree,
  isSameHash,
  readCheckpoint,
  readDecimal,
  readHashes,
  readSignatureLines,
  type SigningKey,
  signatureLine,
  type TileReader,
  type VerifierKey,
  verifyNote,
} from "../mod.ts";

/** A log that is witnessed: its key, and the origin by which its checkpoints name it. */
export interface WitnessedLog {
  readonly key: VerifierKey;
  readonly origin: string;
}

/** What a witness needs from its host. */
export interface WitnessParts {
  /** For cosignatures. */
  readonly key: SigningKey;
  readonly logs: readonly WitnessedLog[];
  /** The last note that was cosigned for an origin. */
  read(origin: string): string | undefined;
  /** Keeps it; durable when it returns, since nothing is signed that may be forgotten. */
  save(origin: string, note: string): void;
  now(): number;
}

/** An answer of a witness. */
interface WitnessAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Answers one request, by its method, path and body, in one go: what was compared is what is replaced. */
export function answerAsWitness(parts: WitnessParts, method: string, path: string, body: string): WitnessAnswer {
  if (method === "POST" && path.endsWith("/add-checkpoint")) return addCheckpoint(parts, body);
  const [, hash] = /\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
  const log = parts.logs.find(({ origin }) => createHash("sha256").update(origin).digest("hex") === hash);
  const note = method === "GET" && log !== undefined ? parts.read(log.origin) : undefined;
  return note === undefined ? refusal(404, "nothing is cosigned here") : plain(200, note);
}

function addCheckpoint(parts: WitnessParts, body: string): WitnessAnswer {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(0, end)).split("\n");
  const oldSize = readDecimal(/^old (\d+)$/.exec(first)?.[1] ?? "");
  const proof = readHashes(lines);
  const checkpoint = readCheckpoint(body.slice(end + 2));
  if (end < 0 || oldSize === null || proof === null || checkpoint === null) return refusal(400, "malformed request");
  const { origin, size, root, note } = checkpoint;
  const keys = parts.logs.filter((log) => log.origin === origin).map(({ key }) => key);
  if (keys.length === 0) return refusal(404, "unknown log");
  const signatures = verifyNote(note, keys);
  if (signatures === null) return refusal(403, "no valid signature of the log");
  if (oldSize > size) return refusal(400, "the old size is above the new one");
  const kept = parts.read(origin);
  const before = kept === undefined ? null : readCheckpoint(kept);
  if (kept !== undefined && before === null) return refusal(500, "the note that was cosigned last cannot be read");
  const known = before?.size ?? 0;
  if (oldSize !== known) return { status: 409, type: "text/x.tlog.size", body: `${known}\n` };
  const isEmptyTree = size > 0 || isSameHash(root, EMPTY_ROOT);
  if (!isEmptyTree || !extendsTree(before?.root ?? EMPTY_ROOT, known, root, size, proof)) {
    return refusal(422, "the checkpoint does not extend the one before");
  }
  const line = signatureLine(note.text, parts.key, parts.now());
  parts.save(origin, `${note.text}\n${signatures.map((signature) => `${signature.line}\n`).join("")}${line}\n`);
  return plain(200, `${line}\n`);
}

const plain = (status: number, body: string) => ({ status, type: "text/plain; charset=utf-8", body });
const refusal = (status: number, reason: string) => plain(status, `${reason}\n`);

/** A witness that is asked: its key, and the address below which it answers. */
export interface Witness {
  readonly key: VerifierKey;
  readonly url: string;
}

/** What a witness answered: its line for the checkpoint, or why there is none. */
type CosigningOutcome =
  | { readonly kind: "cosigned"; readonly line: string }
  | { readonly kind: "failed"; readonly reason: string };

interface AskOptions {
  readonly fetch: GuardedFetch;
  readonly tiles: TileReader;
  /** The size that the witness is believed to know: one that knows another says so, and is asked again. */
  readonly oldSize: number;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 << 10;

/** What a witness has cosigned last of a log. */
type WitnessedState =
  /** `text` is the whole note. */
  | { readonly kind: "seen"; readonly size: number; readonly text: string }
  /** It knows nothing of the log. */
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly reason: string };

/** Asks a witness what it has cosigned last of the log of an origin. What `log` has not signed counts for nothing; null for any. */
export async function askWhatWasSeen(
  { key, url }: Witness,
  origin: string,
  { fetch, log }: { readonly fetch: GuardedFetch; readonly log: VerifierKey | null },
): Promise<WitnessedState> {
  const answer = await fetch({
    url: `${url.replace(/\/$/, "")}/${createHash("sha256").update(origin).digest("hex")}/checkpoint`,
    method: "GET",
    headers: {},
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  });
  if (answer.kind === "failed") return answer;
  if (answer.status === 404) return { kind: "unknown" };
  if (answer.status !== 200) return { kind: "failed", reason: `status ${answer.status}` };
  const text = Buffer.from(answer.body).toString();
  const read = readCheckpoint(text);
  const keys = [key, ...(log === null ? [] : [log])];
  if (read?.origin !== origin || keys.some((each) => verifyNote(read.note, [each]) === null)) {
    return { kind: "failed", reason: "no checkpoint with both signatures" };
  }
  return { kind: "seen", size: read.size, text };
}

/** Asks a witness to cosign a signed checkpoint of ours. Never rejects for what the witness does. */
export async function askWitness(
  witness: Witness,
  checkpoint: string,
  { fetch, tiles, oldSize }: AskOptions,
): Promise<CosigningOutcome> {
  const read = readCheckpoint(checkpoint);
  if (read === null) return { kind: "failed", reason: "not a checkpoint" };
  const submit = async (old: number) => {
    const proof = await consistencyProof(old, read.size, tiles);
    return fetch({
      url: `${witness.url.replace(/\/$/, "")}/add-checkpoint`,
      method: "POST",
      headers: { "Content-Type": "text/plain; charset=utf-8" },
      body: Buffer.from(`old ${old}\n${proof.map((hash) => `${base64(hash)}\n`).join("")}\n${checkpoint}`),
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
  };
  let answer = await submit(Math.min(oldSize, read.size));
  if (answer.kind === "answered" && answer.status === 409) {
    const known = readDecimal(Buffer.from(answer.body).toString().trim());
    if (known === null || known > read.size)
      return { kind: "failed", reason: `it knows a tree of ${known ?? "no"} entries` };
    answer = await submit(known);
  }
  if (answer.kind === "failed") return answer;
  if (answer.status !== 200) return { kind: "failed", reason: `status ${answer.status}` };
  const signatures = readSignatureLines(Buffer.from(answer.body).toString()) ?? [];
  const line = verifyNote({ text: read.note.text, signatures }, [witness.key])?.[0]?.line;
  return line === undefined ? { kind: "failed", reason: "no valid cosignature" } : { kind: "cosigned", line };
}
