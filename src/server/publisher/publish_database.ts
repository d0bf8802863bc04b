/** Builds the publication of a database at one revision. */
import { GoodwordError } from "../../errors.ts";
import { openNotary } from "../../owner/log_key.ts";
import type { Scratch } from "../../publication/mod.ts";
import { logOrigin, type Notary } from "../../publication/publishing/log_documents.ts";
import { type AnalystOf, type Publishing, publishEdition } from "../../publication/publishing/publish_edition.ts";
import type { PublishedParts } from "../../publication/publishing/published.ts";
import type { Store } from "../../store/mod.ts";
import { collect } from "../../store/sqlite/mod.ts";
import { openUpToDate } from "../open_store.ts";
import type { BuildRequest, BuiltPublication } from "./build_request.ts";
import { fileGenerationOf } from "./generation.ts";
import { openPlace, placeInMemory, writeFile } from "./publication_file.ts";
import { ScratchFile } from "./scratch_file.ts";

const LOCK_TIMEOUT_MS = 1000;

/** @throws {GoodwordError} `database`, naming the file, when it is damaged or cannot be used */
export async function publishDatabase(order: BuildRequest): Promise<BuiltPublication> {
  const { databasePath, isReadOnly: readonly, checksIntegrity: refusesDamage } = order;
  const options = { create: false, readonly, refusesDamage, busyTimeoutMs: LOCK_TIMEOUT_MS };
  await using store = await openUpToDate(databasePath, options);
  const { publications } = store;
  if (publications !== null) {
    const { publishShared } = await import("./publish_shared.ts");
    return await publishShared({ ...store, publications }, order, (place) => build(store, order, { place }));
  }
  using scratch = order.file === null ? null : new ScratchFile(order.file);
  const place = (parts: PublishedParts) => placeOf(store, parts, { ...order, ...(scratch && { read: scratch.read }) });
  return await build(store, order, { place, ...(scratch && { scratch }) });
}

type Placed = Pick<BuiltPublication, "place" | "unstored">;

async function placeOf(
  store: Store,
  parts: PublishedParts,
  { read, ...order }: BuildRequest & Partial<Pick<Scratch, "read">>,
): Promise<Placed> {
  const { revision, publishedAt } = parts.data;
  // Only now, since the key of the log is made with the first publication.
  const name = { generation: await fileGenerationOf(order, store), revision, publishedAt };
  try {
    if (order.file !== null) return { place: writeFile(order.file, parts, name, read), unstored: null };
  } catch (error) {
    return { place: placeInMemory(parts, name), unstored: String(error) };
  }
  return { place: placeInMemory(parts, name), unstored: null };
}

interface BuildOptions {
  readonly place: (parts: PublishedParts) => Placed | Promise<Placed>;
  readonly scratch?: Scratch;
}

async function build(store: Store, order: BuildRequest, { place, scratch }: BuildOptions): Promise<BuiltPublication> {
  const startedAt = performance.now();
  if (order.held === 0) await prepareLog(store, order);
  // Never what a start finds in the file: its revision may be of a history that a restored backup has taken back.
  const before = order.before === null ? null : ((await openPlace(order.before))?.parts ?? null);
  const taken = { before, ...(scratch && { scratch }) };
  const kept = await publishKept(store, order, taken);
  const { publishing, unkept } =
    kept === null ? await publishReanalyzed(store, order, taken) : { publishing: kept, unkept: null };
  const placed = await place(publishing.parts);
  const took = { built_ms: Math.round(performance.now() - startedAt) };
  return { ...placed, took, unkept };
}

interface Taken {
  readonly before: PublishedParts | null;
  readonly scratch?: Scratch;
}

/** The usual case, in which all reviews are kept with their analyses; null when one has to be analysed again. */
async function publishKept(store: Store, order: BuildRequest, taken: Taken) {
  try {
    return await publishNow(store, order, { ...taken, analystOf: () => ({ analyze: needEngine }) });
  } catch (error) {
    if (error instanceof EngineNeeded) return null;
    throw error;
  }
}

/** Analyses missing reviews after a change of engine or catalog. Loads the engine only now, since that takes longer than a small build. */
async function publishReanalyzed(
  store: Store,
  order: BuildRequest,
  taken: Taken,
): Promise<{ readonly publishing: Publishing } & Pick<BuiltPublication, "unkept">> {
  const { analyzeStale } = await import("./analyze_stale.ts");
  const unkept = order.isReadOnly ? null : await analyzeStale(store, order);
  const { analystFor } = await import("../../publication/publishing/analyst.ts");
  return { publishing: await publishNow(store, order, { ...taken, analystOf: analystFor }), unkept };
}

/** Completes the log before the first publication is shown: it then contains everything in the store. If the store is busy, the next publication tries again. */
async function prepareLog(store: Store, { isReadOnly }: BuildRequest): Promise<void> {
  if (isReadOnly) return;
  try {
    await store.reviews.write((writes) => writes.prepareLog());
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
  }
}

async function notaryFor(store: Store, order: BuildRequest): Promise<Notary> {
  const { databasePath, logKey: configured, isReadOnly, site } = order;
  return openNotary(store, { databasePath, configured, isReadOnly, name: logOrigin(site, 1) });
}

async function publishNow(
  store: Store,
  order: BuildRequest,
  options: Taken & { readonly analystOf: AnalystOf },
): Promise<Publishing> {
  const { site } = order;
  const notary = await notaryFor(store, order);
  const given = { site, notary, collectGarbage: collect, ...options };
  return store.editions.read((edition) => publishEdition(edition, given));
}

class EngineNeeded extends Error {}

function needEngine(): never {
  throw new EngineNeeded();
}
