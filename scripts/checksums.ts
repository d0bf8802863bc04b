/**
 * SHA256SUMS of a release and its signature. The signature is minisign's (https://jedisct1.github.io/minisign/), made by
 * Debian's package of it, so that everybody can check it with a small program that is no part of this one.
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const CHECKSUMS = "SHA256SUMS";

/** Writes the checksums of all files of a folder, in the format of `sha256sum`. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(CHECKSUMS)).sort();
  const lines = names.map(async (name) => {
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const chunk of Bun.file(join(folder, name)).stream()) hasher.update(chunk);
    return `${hasher.digest("hex")}  ${name}\n`;
  });
  await Bun.write(join(folder, CHECKSUMS), (await Promise.all(lines)).join(""));
}

/**
 * Signs the checksums with a secret key of minisign; `SHA256SUMS.minisig` stands beside them then. A key with a password
 * asks for it.
 *
 * @param comment What the signature vouches for beside the bytes, such as "goodword 1.0.0"
 * @throws {Error} when minisign is missing or refuses the key
 */
export async function signChecksums(folder: string, secretKeyFile: string, comment: string): Promise<void> {
  if (Bun.which("minisign") === null) throw new Error("Cannot sign: minisign is not installed");
  const command = ["minisign", "-S", "-s", secretKeyFile, "-t", comment, "-m", join(folder, CHECKSUMS)];
  const { exited } = Bun.spawn(command, { stdin: "inherit", stdout: "ignore", stderr: "inherit" });
  if ((await exited) !== 0) throw new Error(`Cannot sign with ${secretKeyFile}`);
}

/** The public key of a secret key, as minisign takes it with -P. @throws {Error} when minisign is missing or refuses the key */
export async function publicKeyOf(secretKeyFile: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "goodword-key-"));
  try {
    const file = join(folder, "key.pub");
    const child = Bun.spawn(["minisign", "-R", "-s", secretKeyFile, "-p", file], {
      stdin: "inherit",
      stdout: "ignore",
    });
    if ((await child.exited) !== 0) throw new Error(`Cannot read ${secretKeyFile}`);
    return (await Bun.file(file).text()).split("\n")[1] ?? "";
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `ops/install.sh` as a release has it: with its version, and the key that it verifies; null for an unsigned release. */
export function installScript(text: string, version: string, key: string | null): string {
  return text.replace(/^version=.*$/m, `version=${version}`).replace(/^key=.*$/m, `key=${key ?? "unsigned"}`);
}
