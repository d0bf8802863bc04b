/**
 * Expressions that judge nothing among this business's customers, as the owner lists them.
 *
 * @module
 */
import type { InsightsOverrides } from "../insights/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { NO_PROGRESS } from "./carry_out_import.ts";
import { type ImportOrder, importReviews, judgeImport } from "./import_reviews.ts";

/** What is to be muted and unmuted, in the words of `insights audit`. */
interface PhraseChange {
  readonly mute: readonly string[];
  readonly unmute: readonly string[];
}

/** The expressions that are muted, in the order in which they came. */
export async function mutedPhrases(store: Store): Promise<readonly string[]> {
  return (await overridesOf(store)).muted_phrases ?? [];
}

/**
 * Mutes and unmutes expressions as an import of the same overrides would, and answers with those that are muted then. Doing it twice
 * changes nothing.
 *
 * @throws {GoodwordError} `input_refused` for an expression longer than an override may be
 */
export async function changeMutedPhrases(
  store: Store,
  { mute, unmute }: PhraseChange,
  now: number,
): Promise<readonly string[]> {
  const overrides = await overridesOf(store);
  const before = overrides.muted_phrases ?? [];
  const muted = [...new Set([...before, ...mute])].filter((phrase) => !unmute.includes(phrase));
  if (muted.join("\n") === before.join("\n")) return before;
  const document = JSON.stringify({ reviews: [], insights: { ...overrides, muted_phrases: muted } });
  const order: ImportOrder = {
    files: [{ name: "muted phrases", bytes: new TextEncoder().encode(document) }],
    options: {},
    replace: false,
    allowEmpty: false,
    skipInvalid: false,
  };
  const judged = await judgeImport(store, order, { now });
  if (judged.kind === "acceptable") await importReviews(store, order, { ...judged, progress: NO_PROGRESS });
  return mutedPhrases(store);
}

async function overridesOf(store: Store): Promise<InsightsOverrides> {
  return ((await readBusiness(store))?.insightsOverrides ?? {}) as InsightsOverrides;
}
