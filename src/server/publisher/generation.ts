/** Names all that a publication depends on besides the content of its store. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { logKeyFileOf } from "../../config.ts";
import type { Store } from "../../store/mod.ts";
import type { BuildRequest } from "./build_request.ts";

type GenerationOrder = Pick<BuildRequest, "release" | "site" | "logKey" | "databasePath">;

/** Digest of the release and the settings that a publication is made with. */
export function generationOf({ release, site, logKey, databasePath }: GenerationOrder): string {
  // The server that builds signs the checkpoint.
  const parts = [release, Bun.version, site.baseUrl, logKey ?? keptKey(databasePath)];
  return digestOf(parts);
}

/** The same with the history of publications: a restored backup may repeat a revision with other content. */
export async function fileGenerationOf(
  order: GenerationOrder,
  { transparencyLog }: Pick<Store, "transparencyLog">,
): Promise<string> {
  const { number, root } = await transparencyLog.read((reads) => reads.state());
  const parts = [generationOf(order), number, root.toHex()];
  return digestOf(parts);
}

function digestOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function keptKey(databasePath: string): string | null {
  try {
    const path = logKeyFileOf(databasePath);
    return path === null ? null : readFileSync(path, "utf8");
  } catch {
    // It is made with the first publication.
    return null;
  }
}
