import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** Digest of the sources and dependencies, called as a macro: it is inlined when the program is built. */
export function sourceDigest(): string {
  const root = new URL("../../../", import.meta.url);
  const sources = readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|tsx|json)$/.test(name))
    .map((name) => `src/${name.replaceAll("\\", "/")}`);
  const hash = createHash("sha256");
  for (const name of [...sources.sort(), "package.json", "bun.lock"]) {
    hash
      .update(name)
      .update("\0")
      .update(readFileSync(new URL(name, root)))
      .update("\0");
  }
  return hash.digest("hex");
}
