/**
 * Reads the database at one revision and tells what readers are given, the parts that are ready first.
 *
 * @module
 */
import { isServerUrl } from "../../config.ts";
import { type SearchIndexData, transferablesOf } from "../../publication/search/build_search_index.ts";
import type { CodedReviews } from "../../publishing/coded_reviews.ts";
import { type AnalystOf, type Publishing, publishEdition } from "../../publishing/publish_edition.ts";
import type { PublishedParts } from "../../publishing/published.ts";
import { openForPublishing } from "../../sqlite/open_for_publishing.ts";
import type { Store } from "../../store/mod.ts";
import { once } from "../../web/once.ts";
import type { PublishOrder, Tell } from "./publish_messages.ts";

/**
 * Returns how many reviews were taken over from the publication before.
 *
 * @throws {GoodwordError} `database`, naming the file, when it is damaged or cannot be read
 */
export async function publishDatabase(order: PublishOrder, tell: Tell): Promise<number> {
  await using store = await openStore(order);
  const { artefacts } = store;
  if (artefacts === null) {
    const built = await build(store, order, tell);
    tellRest(built, tell);
    tell({ kind: "done", unkept: await keep(built, order), unstored: null });
    return built.keptCount;
  }
  const { publishShared } = await import("./publish_shared.ts");
  const making: Built[] = [];
  const outcome = await publishShared({ ...store, artefacts }, order, {
    tell,
    async build() {
      const built = await build(store, order, tell);
      making.push(built);
      return whole(built);
    },
  });
  const [built] = making;
  // Only now, since the buffers are handed over with it.
  if (built !== undefined) tellRest(built, tell);
  const unkept = built === undefined ? null : await keep(built, order);
  tell({ kind: "done", unkept, unstored: outcome.kind === "built" ? outcome.unstored : null });
  return built?.keptCount ?? 0;
}

/** A publication, with what only makes answers quicker or smaller once somebody has asked for it. */
interface Built {
  readonly keptCount: number;
  readonly parts: PublishedParts;
  readonly index: () => SearchIndexData;
  readonly codedReviews: () => CodedReviews;
  /** Keeps what had to be found for it; null where that was nothing. */
  readonly keep: PublishedAnew["keep"] | null;
}

/** Tells of what readers wait for. */
async function build(store: Store, order: PublishOrder, tell: Tell): Promise<Built> {
  const startedAt = performance.now();
  const kept = await publishKept(store, order);
  const { publishing, keep } = kept === null ? await publishAnew(store, order) : { publishing: kept, keep: null };
  const { keptCount, parts, index, codedReviews } = publishing;
  tell({ kind: "published", parts, took: { built_ms: Math.round(performance.now() - startedAt) } });
  return { keptCount, parts, index: once(index), codedReviews: once(codedReviews), keep };
}

function whole({ parts, index, codedReviews }: Built): PublishedParts {
  const { document: coded, gzipPieces } = codedReviews();
  const documents = parts.documents.map((document) => (document.path === coded.path ? coded : document));
  return { ...parts, index: index(), documents, gzipPieces };
}

function tellRest({ index, codedReviews }: Built, tell: Tell): void {
  const { segments } = index();
  tell({ kind: "indexed", segments }, transferablesOf(segments));
  tell({ kind: "coded", ...codedReviews() });
}

/** Says why what had to be found could not be kept, or null. */
async function keep({ keep }: Built, { isReadOnly }: PublishOrder): Promise<string | null> {
  return keep === null || isReadOnly ? null : keep();
}

async function openStore({ databasePath: path, isReadOnly, checksIntegrity }: PublishOrder): Promise<Store> {
  if (!isServerUrl(path)) return openForPublishing({ path, isReadOnly, checksIntegrity });
  const { openPostgres } = await import("../../postgres/mod.ts");
  return openPostgres(path);
}

/** The usual case, in which all reviews were analysed as they were saved; null when one must be read anew. */
async function publishKept(store: Store, order: PublishOrder): Promise<Publishing | null> {
  try {
    return await publishNow(store, order, () => ({ analyze: needEngine }));
  } catch (error) {
    if (error instanceof EngineNeeded) return null;
    throw error;
  }
}

interface PublishedAnew {
  readonly publishing: Publishing;
  /** Keeps what was found for it; says why not, where it could not. */
  readonly keep: () => Promise<string | null>;
}

/**
 * After a large import, or a change of engine or catalog. The engine is loaded only now, since that takes longer than a
 * small publication.
 */
async function publishAnew(store: Store, order: PublishOrder): Promise<PublishedAnew> {
  const { FoundAnalyses } = await import("./found_analyses.ts");
  const found = new FoundAnalyses();
  return { publishing: await publishNow(store, order, found.analystOf), keep: () => found.keepIn(store) };
}

function publishNow({ editions, artefacts }: Store, order: PublishOrder, analystOf: AnalystOf): Promise<Publishing> {
  const { site } = order;
  // What other servers load has all its grams: they may hold another publication before it.
  const before = order.before && artefacts !== null ? { ...order.before, segments: [] } : order.before;
  return editions.read((edition) => publishEdition(edition, { site, analystOf, before }));
}

class EngineNeeded extends Error {}

function needEngine(): never {
  throw new EngineNeeded();
}
