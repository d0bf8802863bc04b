/**
 * Reads from the bytes of an executable what it is for, since those of other platforms cannot be run where they are built.
 *
 * Specs: ELF gABI chapter 4; Microsoft PE format; Apple's mach-o/loader.h, and kern/cs_blobs.h for signatures.
 */
import { createHash } from "node:crypto";

export interface Executable {
  readonly system: "linux" | "darwin" | "windows";
  readonly architecture: "x64" | "arm64";
  /**
   * Whether the code signature fits the bytes; null on other systems than macOS. Apple silicon runs nothing unsigned; an
   * Intel Mac takes a broken signature for damage.
   */
  readonly isSigned: boolean | null;
}

const ELF = 0x7f454c46;
const MACH_O_64 = 0xcffaedfe;
const DOS = 0x4d5a;
const ELF_MACHINES: Readonly<Record<number, Executable["architecture"]>> = { 62: "x64", 183: "arm64" };
const PE_MACHINES: Readonly<Record<number, Executable["architecture"]>> = { 34404: "x64", 43620: "arm64" };
const MACH_CPUS: Readonly<Record<number, Executable["architecture"]>> = { 16777223: "x64", 16777228: "arm64" };

/** Null for another format or another processor. */
export function describeExecutable(bytes: Uint8Array): Executable | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 64) return null;
  if (view.getUint32(0) === ELF) return found("linux", ELF_MACHINES[view.getUint16(18, true)]);
  if (view.getUint32(0) === MACH_O_64) {
    return found("darwin", MACH_CPUS[view.getUint32(4, true)], isSignedMachO(bytes, view));
  }
  if (view.getUint16(0) !== DOS) return null;
  return found("windows", PE_MACHINES[view.getUint16(view.getUint32(60, true) + 4, true)]);
}

function found(
  system: Executable["system"],
  architecture?: Executable["architecture"],
  isSigned: boolean | null = null,
) {
  return architecture === undefined ? null : { system, architecture, isSigned };
}

const MACH_HEADER_BYTES = 32;
const CODE_SIGNATURE_COMMAND = 0x1d;
const CODE_DIRECTORY = 0xfade0c02;
const SHA_256 = 2;

/** Whether each page has the digest that the code directory of the signature gives. */
function isSignedMachO(bytes: Uint8Array, view: DataView): boolean {
  const signature = signatureAt(view);
  const directory = signature === null ? null : directoryAt(view, signature);
  if (directory === null || view.getUint8(directory + 37) !== SHA_256) return false;
  const hashes = directory + view.getUint32(directory + 16);
  const pages = view.getUint32(directory + 28);
  const end = view.getUint32(directory + 32);
  const pageBytes = 2 ** view.getUint8(directory + 39);
  // All that comes before the signature is to be covered by it.
  if (end !== signature) return false;
  for (let page = 0; page < pages; page++) {
    const content = bytes.subarray(page * pageBytes, Math.min((page + 1) * pageBytes, end));
    const digest = createHash("sha256").update(content).digest();
    if (!digest.equals(bytes.subarray(hashes + page * 32, hashes + (page + 1) * 32))) return false;
  }
  return true;
}

function signatureAt(view: DataView): number | null {
  let at = MACH_HEADER_BYTES;
  for (let left = view.getUint32(16, true); left > 0; left--) {
    if (view.getUint32(at, true) === CODE_SIGNATURE_COMMAND) return view.getUint32(at + 8, true);
    at += view.getUint32(at + 4, true);
  }
  return null;
}

function directoryAt(view: DataView, signature: number): number | null {
  for (let blob = 0; blob < view.getUint32(signature + 8); blob++) {
    const at = signature + view.getUint32(signature + 16 + blob * 8);
    if (view.getUint32(at) === CODE_DIRECTORY) return at;
  }
  return null;
}
