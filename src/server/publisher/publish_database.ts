/** Builds the publication of a database at one revision, and reports its parts as they are ready. */
import { GoodwordError } from "../../errors.ts";
import { once } from "../../memo.ts";
import { openNotary } from "../../owner/log_key.ts";
import type { CodedReviews } from "../../publication/publishing/coded_reviews.ts";
import { logOrigin, type Notary } from "../../publication/publishing/log_documents.ts";
import { type AnalystOf, type Publishing, publishEdition } from "../../publication/publishing/publish_edition.ts";
import type { PublishedParts } from "../../publication/publishing/published.ts";
import { type SearchIndexData, transferablesOf } from "../../publication/search/build_search_index.ts";
import type { Store } from "../../store/mod.ts";
import { openToPublish } from "../open_store.ts";
import type { PublishOrder, Tell } from "./publish_order.ts";

/**
 * Returns how many reviews were taken over from the publication before.
 *
 * @throws {GoodwordError} `database`, naming the file, when it is damaged or cannot be read
 */
export async function publishDatabase(order: PublishOrder, tell: Tell): Promise<number> {
  await using store = await openToPublish(order);
  const { artefacts } = store;
  if (artefacts === null) {
    const built = await build(store, order, tell);
    reportRest(built, tell);
    tell({ kind: "done", unkept: built.unkept, unstored: null });
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
  if (built !== undefined) reportRest(built, tell);
  const unkept = built?.unkept ?? null;
  tell({ kind: "done", unkept, unstored: outcome.kind === "built" ? outcome.unstored : null });
  return built?.keptCount ?? 0;
}

/** A publication, with what only makes answers quicker or smaller once somebody has asked for it. */
interface Built {
  readonly keptCount: number;
  readonly parts: PublishedParts;
  readonly index: () => SearchIndexData;
  readonly codedReviews: () => CodedReviews;
  /** Why what had to be found for it could not be saved, if it could not. */
  readonly unkept: string | null;
}

/** Reports first what readers wait for. */
async function build(store: Store, order: PublishOrder, tell: Tell): Promise<Built> {
  const startedAt = performance.now();
  if (order.held === 0) await prepareLog(store, order);
  const kept = await publishKept(store, order);
  const { publishing, unkept } =
    kept === null ? await publishReanalyzed(store, order, tell) : { publishing: kept, unkept: null };
  const { keptCount, parts, index, codedReviews } = publishing;
  tell({ kind: "published", parts, took: { built_ms: Math.round(performance.now() - startedAt) } });
  return { keptCount, parts, index: once(index), codedReviews: once(codedReviews), unkept };
}

function whole({ parts, index, codedReviews }: Built): PublishedParts {
  const { document: coded, gzipPieces } = codedReviews();
  const documents = parts.documents.map((document) => (document.path === coded.path ? coded : document));
  return { ...parts, index: index(), documents, gzipPieces };
}

function reportRest({ index, codedReviews }: Built, tell: Tell): void {
  const { segments } = index();
  tell({ kind: "indexed", segments }, transferablesOf(segments));
  tell({ kind: "coded", ...codedReviews() });
}

/** The usual case, in which all reviews are kept with their analyses; null when one has to be analysed again. */
async function publishKept(store: Store, order: PublishOrder): Promise<Publishing | null> {
  try {
    return await publishNow(store, order, () => ({ analyze: needEngine }));
  } catch (error) {
    if (error instanceof EngineNeeded) return null;
    throw error;
  }
}

/**
 * After a change of engine or catalog: what is missing is analysed first, and saved. What cannot be saved is read for this publication
 * alone. The engine is loaded only now, since that takes longer than a small publication.
 */
async function publishReanalyzed(
  store: Store,
  order: PublishOrder,
  tell: Tell,
): Promise<{ readonly publishing: Publishing } & Pick<Built, "unkept">> {
  const { analyzeStale } = await import("./analyze_stale.ts");
  const onStart = (reviews: number) => tell({ kind: "analyzing", reviews });
  const unkept = order.isReadOnly ? null : await analyzeStale(store, onStart);
  const { analystFor } = await import("../../publication/publishing/analyst.ts");
  return { publishing: await publishNow(store, order, analystFor), unkept };
}

/** With the first publication: what is in the store is in the log before it is shown. A store that is written to is tried again with the next. */
async function prepareLog(store: Store, { isReadOnly }: PublishOrder): Promise<void> {
  if (isReadOnly) return;
  try {
    await store.reviews.write((writes) => writes.prepareLog());
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
  }
}

async function notaryFor(store: Store, order: PublishOrder): Promise<Notary> {
  const { databasePath, logKey: configured, isReadOnly, site } = order;
  return openNotary(store, { databasePath, configured, isReadOnly, name: logOrigin(site, 1) });
}

async function publishNow(store: Store, order: PublishOrder, analystOf: AnalystOf): Promise<Publishing> {
  const { editions, artefacts } = store;
  const { site } = order;
  const notary = await notaryFor(store, order);
  // What other servers load has all its grams: they may hold another publication before it.
  const before = order.before && artefacts !== null ? { ...order.before, segments: [] } : order.before;
  return editions.read((edition) => publishEdition(edition, { site, analystOf, before, notary }));
}

class EngineNeeded extends Error {}

function needEngine(): never {
  throw new EngineNeeded();
}
