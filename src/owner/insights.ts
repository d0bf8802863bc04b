/** The owner's list of expressions that are no judgement among the customers of this business. */
import { GoodwordError } from "../errors.ts";
import {
  analyzeReview,
  auditPhrases,
  explainReview,
  type InsightsOverrides,
  type PhraseAudit,
  suggestNames,
} from "../insights/mod.ts";
import { type Catalog, isLongerThan } from "../review/mod.ts";
import { findReview, type PublishedRow, readBusiness, type Store, type StoredBusiness } from "../store/mod.ts";
import { carryOutImport, NO_PROGRESS, OvertakenError, untilUndisturbed } from "./carry_out_import.ts";
import { type ImportOrder, judgeImport } from "./import_reviews.ts";

/** Expressions to mute and to unmute, as written by `insights audit`. */
interface PhraseChange {
  readonly mute: readonly string[];
  readonly unmute: readonly string[];
}

/** Longer expressions are never judgements by themselves. */
const MAX_PHRASE_LENGTH = 40;

/** The muted expressions, in the order of muting. */
export async function mutedPhrases(store: Store): Promise<readonly string[]> {
  return overridesIn(await readBusiness(store)).muted_phrases ?? [];
}

/**
 * Mutes and unmutes expressions like an import of the same overrides, and returns the muted ones. Calling it twice
 * changes nothing, and concurrent changes are kept.
 *
 * @throws {GoodwordError} `input_refused` if an expression is longer than an override may be
 */
export async function changeMutedPhrases(
  store: Store,
  { mute, unmute }: PhraseChange,
  now: number,
): Promise<readonly string[]> {
  const long = mute.find((phrase) => isLongerThan(phrase, MAX_PHRASE_LENGTH));
  if (long !== undefined) {
    throw new GoodwordError("input_refused", `Cannot mute "${long}": expected at most ${MAX_PHRASE_LENGTH} characters`);
  }
  return untilUndisturbed(() => tryToChange(store, { mute, unmute }, now));
}

/** Returns null if the store was changed between reading and saving. */
async function tryToChange(store: Store, { mute, unmute }: PhraseChange, now: number) {
  const [revision, overrides] = await store.reviews.read(async (reads) => {
    return [(await reads.state()).revision, overridesIn(await reads.business())];
  });
  const before = overrides.muted_phrases ?? [];
  const muted = [...new Set([...before, ...mute])].filter((phrase) => !unmute.includes(phrase));
  if (muted.join("\n") === before.join("\n")) return before;
  const document = JSON.stringify({ reviews: [], insights: { ...overrides, muted_phrases: muted } });
  const files = [{ name: "muted phrases", bytes: new TextEncoder().encode(document) }];
  const order: ImportOrder = { files, options: {} };
  const judged = await judgeImport(store, order, { now });
  if (judged.kind !== "acceptable") return before;
  try {
    const options = { command: "insights overrides", files: [], progress: NO_PROGRESS, revision };
    await carryOutImport(store, judged.request, options);
  } catch (error) {
    if (error instanceof OvertakenError) return null;
    throw error;
  }
  return muted;
}

function overridesIn(business: StoredBusiness | null): InsightsOverrides {
  return (business?.insightsOverrides ?? {}) as InsightsOverrides;
}

// Explains the insights, and suggests names that are missing in the catalog.

/** The words of a kept review that led to each vote; null if there is no such review. */
export async function explainJudgements(store: Store, id: string) {
  const review = await findReview(store, id);
  if (review === undefined) return null;
  return explainReview(review, await catalogOf(store));
}

/** Names that published reviews use for technicians, and that the catalog does not contain. */
export async function suggestTechnicians(store: Store) {
  const catalog = await catalogOf(store);
  return store.editions.read(async ({ reviews }) => suggestNames(await authorsAndTexts(reviews), catalog));
}

/** Expressions whose sentiment mostly disagrees with the stars of the published reviews. */
export async function auditExpressions(store: Store): Promise<PhraseAudit[]> {
  const catalog = await catalogOf(store);
  return store.editions.read(async ({ reviews }) => {
    const judged = [];
    for await (const page of reviews) {
      for (const { id, rating, title, text, translationText: translation, authorName } of page) {
        const input = { id, title, text, translation, author_name: authorName };
        judged.push({ id, rating, analysis: analyzeReview(input, catalog) });
      }
    }
    return auditPhrases(judged);
  });
}

async function authorsAndTexts(pages: AsyncIterable<readonly PublishedRow[]>) {
  const read = [];
  for await (const page of pages) {
    read.push(...page.map(({ id, text, authorName }) => ({ id, text, author_name: authorName })));
  }
  return read;
}

async function catalogOf(store: Store): Promise<Catalog> {
  return (await readBusiness(store))?.profile ?? { technicians: [], services: [], service_areas: [] };
}
