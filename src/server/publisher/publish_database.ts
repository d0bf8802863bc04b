/** Builds the publication of a database at one revision. */
import { GoodwordError } from "../../errors.ts";
import { openNotary } from "../../owner/log_key.ts";
import { logOrigin, type Notary } from "../../publication/publishing/log_documents.ts";
import { type AnalystOf, type Publishing, publishEdition } from "../../publication/publishing/publish_edition.ts";
import type { PublishedParts } from "../../publication/publishing/published.ts";
import type { Store } from "../../store/mod.ts";
import { openToPublish } from "../open_store.ts";
import { collectNow } from "./collect_garbage.ts";
import { fileGenerationOf } from "./generation.ts";
import { openPlace, placeInMemory, writeFile } from "./publication_file.ts";
import type { BuiltPublication, OnAnalyzing, PublishOrder } from "./publish_order.ts";

export async function publishDatabase(order: PublishOrder, onAnalyzing: OnAnalyzing): Promise<BuiltPublication> {
  await using store = await openToPublish(order);
  const { publications } = store;
  if (publications !== null) {
    const { publishShared } = await import("./publish_shared.ts");
    return await publishShared({ ...store, publications }, order, (place) =>
      build(store, order, { onAnalyzing, place }),
    );
  }
  return await build(store, order, { onAnalyzing, place: (parts) => placeOf(store, parts, order) });
}

type Placed = Pick<BuiltPublication, "place" | "unstored">;

async function placeOf(store: Store, parts: PublishedParts, order: PublishOrder): Promise<Placed> {
  const { revision, publishedAt } = parts.data;
  // Only now, since the key of the log is made with the first publication.
  const name = { generation: await fileGenerationOf(order, store), revision, publishedAt };
  try {
    if (order.file !== null) return { place: writeFile(order.file, parts, name), unstored: null };
  } catch (error) {
    return { place: placeInMemory(parts, name), unstored: String(error) };
  }
  return { place: placeInMemory(parts, name), unstored: null };
}

interface BuildOptions {
  readonly onAnalyzing: OnAnalyzing;
  readonly place: (parts: PublishedParts) => Placed | Promise<Placed>;
}

async function build(
  store: Store,
  order: PublishOrder,
  { onAnalyzing, place }: BuildOptions,
): Promise<BuiltPublication> {
  const startedAt = performance.now();
  if (order.held === 0) await prepareLog(store, order);
  // Never what a start finds in the file: its revision may be of a history that a restored backup has taken back.
  const before = order.before === null ? null : ((await openPlace(order.before))?.parts ?? null);
  const kept = await publishKept(store, order, before);
  const { publishing, unkept } =
    kept === null ? await publishReanalyzed(store, order, { before, onAnalyzing }) : { publishing: kept, unkept: null };
  const placed = await place(publishing.parts);
  const took = { built_ms: Math.round(performance.now() - startedAt) };
  return { ...placed, took, keptCount: publishing.keptCount, unkept };
}

/** The usual case, in which all reviews are kept with their analyses; null when one has to be analysed again. */
async function publishKept(store: Store, order: PublishOrder, before: PublishedParts | null) {
  try {
    return await publishNow(store, order, { before, analystOf: () => ({ analyze: needEngine }) });
  } catch (error) {
    if (error instanceof EngineNeeded) return null;
    throw error;
  }
}

/** Analyses missing reviews after a change of engine or catalog. Loads the engine only now, since that takes longer than a small build. */
async function publishReanalyzed(
  store: Store,
  order: PublishOrder,
  { before, onAnalyzing }: { readonly before: PublishedParts | null; readonly onAnalyzing: OnAnalyzing },
): Promise<{ readonly publishing: Publishing } & Pick<BuiltPublication, "unkept">> {
  const { analyzeStale } = await import("./analyze_stale.ts");
  const unkept = order.isReadOnly ? null : await analyzeStale(store, onAnalyzing);
  const { analystFor } = await import("../../publication/publishing/analyst.ts");
  return { publishing: await publishNow(store, order, { before, analystOf: analystFor }), unkept };
}

/** Completes the log before the first publication is shown: it then contains everything in the store. If the store is busy, the next publication tries again. */
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

async function publishNow(
  store: Store,
  order: PublishOrder,
  options: { readonly before: PublishedParts | null; readonly analystOf: AnalystOf },
): Promise<Publishing> {
  const { site } = order;
  const notary = await notaryFor(store, order);
  const given = { site, notary, collectGarbage: collectNow, ...options };
  return store.editions.read((edition) => publishEdition(edition, given));
}

class EngineNeeded extends Error {}

function needEngine(): never {
  throw new EngineNeeded();
}
