/** Signed notes and their Ed25519 keys: C2SP signed-note@v1.0.0. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { GoodwordError } from "../errors.ts";

const ED25519 = 0x01;

export interface VerifierKey {
  readonly name: string;
  readonly id: string;
  readonly key: KeyObject;
  readonly vkey: string;
}

/** A private key, as `PRIVATE+KEY+NAME+ID+SEED`. */
export interface SigningKey extends VerifierKey {
  readonly privateKey: KeyObject;
  readonly skey: string;
}

/** A line `— NAME SIGNATURE` of a note. */
interface SignatureLine {
  readonly name: string;
  readonly id: string;
  readonly signature: Uint8Array;
  readonly line: string;
}

export interface Note {
  readonly text: string;
  readonly signatures: readonly SignatureLine[];
}

/** The key of a seed of 32 random bytes. */
export function makeSigningKey(name: string, seed: Uint8Array): SigningKey {
  if (!isKeyName(name)) throw new RangeError(`Invalid key name: ${name}`);
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  const key = createPublicKey(privateKey);
  const publicBytes = key.export({ format: "der", type: "spki" }).subarray(-KEY_BYTES);
  const verifier = verifierKey(name, publicBytes, key);
  return { ...verifier, privateKey, skey: `PRIVATE+KEY+${name}+${verifier.id}+${keyText(seed)}` };
}

/** The key of a text as {@link SigningKey.skey} has it; null for anything else, and where its parts contradict each other. */
export function readSigningKey(text: string): SigningKey | null {
  if (!text.startsWith("PRIVATE+KEY+")) return null;
  const parts = readKeyParts(text.slice("PRIVATE+KEY+".length));
  if (parts === null) return null;
  const key = makeSigningKey(parts.name, parts.bytes);
  return key.id === parts.id ? key : null;
}

/** The key of a vkey; null for anything else, for types that are not known here, and where its id is wrong. */
export function readVerifierKey(text: string): VerifierKey | null {
  const parts = readKeyParts(text);
  if (parts === null) return null;
  const der = Buffer.concat([SPKI_PREFIX, parts.bytes]);
  const key = verifierKey(parts.name, parts.bytes, createPublicKey({ key: der, format: "der", type: "spki" }));
  return key.id === parts.id ? key : null;
}

/** The text with a signature; signs a note again when given one, and keeps its lines. */
export function signNote(note: string | Note, key: SigningKey): string {
  const { text, signatures } = typeof note === "string" ? { text: note, signatures: [] } : note;
  const signature = sign(null, Buffer.from(text), key.privateKey);
  const line = `— ${key.name} ${Buffer.concat([Buffer.from(key.id, "hex"), signature]).toString("base64")}`;
  return [`${text}\n`, ...signatures.map((each) => `${each.line}\n`), `${line}\n`].join("");
}

export function readNote(text: string): Note | null {
  const end = text.lastIndexOf("\n\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the specification forbids them
  if (end < 0 || !text.isWellFormed() || /[\x00-\x09\x0b-\x1f]/.test(text)) return null;
  const signatures = readSignatureLines(text.slice(end + 2));
  return signatures === null ? null : { text: text.slice(0, end + 1), signatures };
}

function readSignatureLines(text: string): SignatureLine[] | null {
  const lines = text.split("\n");
  if (lines.pop() !== "" || lines.length === 0 || lines.length > MAX_SIGNATURES) return null;
  const signatures = lines.map(readSignatureLine).filter((line) => line !== null);
  return signatures.length === lines.length ? signatures : null;
}

/** Whether a key has signed a note. Signatures by others are ignored; a wrong one by the key counts against the note. */
export function isSignedBy(note: Note, key: VerifierKey): boolean {
  const own = note.signatures.filter(({ name, id }) => name === key.name && id === key.id);
  const isValid = ({ signature }: SignatureLine) =>
    signature.length === SIGNATURE_BYTES && verify(null, Buffer.from(note.text), key.key, signature);
  return own.length > 0 && own.every(isValid);
}

/** The bytes of a text in strict base64 (RFC 4648 section 4); null for any other spelling. */
export function readBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** 16 at least, by the specification. */
const MAX_SIGNATURES = 100;
/** What stands before the bytes of an Ed25519 key in DER (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

const isKeyName = (name: string) => name !== "" && !/[\s+\u0085]/u.test(name);

const keyText = (bytes: Uint8Array) => Buffer.from([ED25519, ...bytes]).toString("base64");

function verifierKey(name: string, bytes: Uint8Array, key: KeyObject): VerifierKey {
  const digest = createHash("sha256").update(`${name}\n`).update(Uint8Array.of(ED25519)).update(bytes).digest("hex");
  const id = digest.slice(0, 8);
  return { name, id, key, vkey: `${name}+${id}+${keyText(bytes)}` };
}

function readKeyParts(text: string): { name: string; id: string; bytes: Uint8Array } | null {
  const [, name = "", id = "", base64 = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const [type, ...bytes] = readBase64(base64) ?? [];
  if (!isKeyName(name) || type !== ED25519 || bytes.length !== KEY_BYTES) return null;
  return { name, id, bytes: Uint8Array.from(bytes) };
}

function readSignatureLine(line: string): SignatureLine | null {
  const [, name = "", base64 = ""] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = readBase64(base64);
  if (!isKeyName(name) || bytes === null || bytes.length <= 4) return null;
  return { name, id: Buffer.from(bytes.subarray(0, 4)).toString("hex"), signature: bytes.subarray(4), line };
}

// The signed state of a log: C2SP tlog-checkpoint@v1.0.0.

export interface Checkpoint {
  /** Names the log, for example `reviews.example.com/log`. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64(root)}\n`;
}

/** Reads a checkpoint with its note, without verifying it; null for any other text. Extension lines stay in the note's text. */
export function readCheckpoint(text: string): (Checkpoint & { readonly note: Note }) | null {
  const note = readNote(text);
  const [origin = "", size = "", root = "", ...extensions] = note?.text.slice(0, -1).split("\n") ?? [];
  const rootBytes = readBase64(root);
  const count = readDecimal(size);
  if (note === null || origin === "" || count === null || rootBytes?.length !== 32 || extensions.includes(""))
    return null;
  return { origin, size: count, root: rootBytes, note };
}

/** The size that a checkpoint is of. @throws where it cannot be read */
export function sizeOfCheckpoint(text: string): number {
  const size = readCheckpoint(text)?.size;
  if (size === undefined) throw new GoodwordError("database", "The checkpoint that was signed last cannot be read");
  return size;
}

/** A number as checkpoints and proofs write it: digits without leading zeroes, below 2^53; null for anything else. */
export function readDecimal(text: string): number | null {
  const number = Number(text);
  return /^(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(number) ? number : null;
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
