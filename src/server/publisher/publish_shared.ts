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
import type { PublishOrder, Tell } from "./publish_worker_host.ts";
import { sourceDigest } from "./source_digest.ts" with { type: "macro" };

/** How often a server looks whether another has stored what it builds, in milliseconds. */
const LOOK_MS = 50;
/** After this, in milliseconds, a server builds what another has claimed and does not finish. */
const PATIENCE_MS = 120_000;

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
  const unreadable = new Set<number>();
  let hasWaited = false;

  /** Whether there was something to load. */
  async function load(): Promise<boolean> {
    const state = await editions.state();
    const name = await artefacts.newest(generation);
    if (name === null || unreadable.has(name.revision) || !isWanted(name, { state, order, hasWaited })) return false;
    const startedAt = performance.now();
    try {
      const { parts, transfer } = await decodeArtefact(artefacts.read(name));
      const loaded_ms = Math.round(performance.now() - startedAt);
      tell({ kind: "published", parts, took: { loaded_ms } }, [...transfer]);
      return true;
    } catch {
      unreadable.add(name.revision);
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

  const loaded = async () => ((await load().catch(() => false)) ? ({ kind: "loaded" } as const) : null);
  const claimed = () => claim(artefacts, generation, async () => (await loaded()) ?? (await buildAndStore()));
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; hasWaited = true) {
    const outcome = (await loaded()) ?? (await claimed());
    if (outcome !== null) return outcome;
    await Bun.sleep(LOOK_MS);
  }
  return buildAndStore();
}

/** If the claim cannot be asked for, the work is done without it. */
async function claim<T>(artefacts: ArtefactStore, generation: string, work: () => Promise<T>): Promise<T | null> {
  let isAsked = false;
  const once = () => {
    isAsked = true;
    return work();
  };
  try {
    return (await artefacts.claim(generation, once))?.result ?? null;
  } catch (error) {
    if (isAsked) throw error;
    return work();
  }
}

interface Wish {
  readonly state: EditionState;
  readonly order: PublishOrder;
  readonly hasWaited: boolean;
}

/**
 * What the store holds now; or else something newer than what this server holds, when others hold that already or were building
 * it when they were waited for: servers that each built the newest would never come to hold the same while changes go on.
 */
function isWanted({ revision, publishedAt }: ArtefactName, { state, order, hasWaited }: Wish): boolean {
  if (revision === state.revision) return publishedAt === state.publishedAt;
  return revision < state.revision && revision > order.held && (hasWaited || revision === order.othersHold);
}

const RELEASE = sourceDigest();

/** Digest of all that a publication depends on besides the content of the store. */
export function generationOf({ baseUrl }: Site, logKey: string | null = null): string {
  // The server that builds signs the checkpoint.
  const parts = [ARTEFACT_FORMAT, RELEASE, Bun.version, baseUrl, logKey];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
