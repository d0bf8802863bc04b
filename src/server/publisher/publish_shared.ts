/**
 * Publishes from a store that several servers share: one of them builds and stores what it built, the others load it.
 *
 * Whatever goes wrong with that, a server can always build for itself.
 */

import { createHash } from "node:crypto";
import type { Site } from "../../http/paths.ts";
import { ARTEFACT_FORMAT, decodeArtefact, encodeArtefact } from "../../publication/publishing/artefact_code.ts";
import type { PublishedParts } from "../../publication/publishing/mod.ts";
import type { ArtefactName, ArtefactStore, EditionState, Store } from "../../store/mod.ts";
import type { PublishOrder, Tell } from "./publish_order.ts";
import { sourceDigest } from "./source_digest.ts" with { type: "macro" };

/** Builds for readers of this server first; returns the whole for those of others. */
type Build = () => Promise<PublishedParts>;

/** What came of it: why other servers cannot load what was built, if they cannot, or null. */
type SharedOutcome = { readonly kind: "loaded" } | { readonly kind: "built"; readonly unstored: string | null };

/** Loads what another server has built, or calls `build` and stores that. @throws what `build` throws */
export async function publishShared(
  { artefacts, editions }: Pick<Store, "editions"> & { readonly artefacts: ArtefactStore },
  order: PublishOrder,
  { build, tell }: { readonly build: Build; readonly tell: Tell },
): Promise<SharedOutcome> {
  const generation = generationOf(order.site, order.logKey);
  // Whatever cannot be read is built.
  const newest = () => artefacts.newest(generation).catch(() => null);

  /** Whether it could be loaded. */
  async function load(name: ArtefactName): Promise<boolean> {
    const startedAt = performance.now();
    try {
      const { parts, transfer } = await decodeArtefact(artefacts.read(name));
      const loaded_ms = Math.round(performance.now() - startedAt);
      tell({ kind: "published", parts, took: { loaded_ms } }, [...transfer]);
      return true;
    } catch {
      return false;
    }
  }

  async function buildAndStore(): Promise<SharedOutcome> {
    const parts = await build();
    const { revision, publishedAt } = parts.data;
    try {
      await artefacts.put({ generation, revision, publishedAt }, encodeArtefact(parts));
      return { kind: "built", unstored: null };
    } catch (error) {
      return { kind: "built", unstored: String(error) };
    }
  }

  const known = await newest();
  if (known !== null && isWanted(known, order, await editions.state()) && (await load(known))) return LOADED;
  const made = await artefacts.claim(generation, async () => {
    const latest = await newest();
    const isNew = latest?.revision !== known?.revision || latest?.publishedAt !== known?.publishedAt;
    // Even if the store has gone on since: servers that each built the newest would never come to hold the same.
    return latest !== null && isNew && latest.revision > order.held ? latest : buildAndStore();
  });
  if ("kind" in made) return made;
  return (await load(made)) ? LOADED : buildAndStore();
}

const LOADED = { kind: "loaded" } as const;

/** What the store holds now, or else what other servers hold already. */
function isWanted({ revision, publishedAt }: ArtefactName, order: PublishOrder, state: EditionState): boolean {
  if (revision === state.revision) return publishedAt === state.publishedAt;
  return revision < state.revision && revision > order.held && revision === order.othersHold;
}

const RELEASE = sourceDigest();

/** Digest of all that a publication depends on besides the content of the store. */
export function generationOf({ baseUrl }: Site, logKey: string | null = null): string {
  // The server that builds signs the checkpoint.
  const parts = [ARTEFACT_FORMAT, RELEASE, Bun.version, baseUrl, logKey];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
