/** The owner's list of expressions that are no judgement among the customers of this business. */

import Type from "typebox";
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
import { utf8Bytes } from "../utf8.ts";
import { act, done } from "./act.ts";
import { field } from "./act_input.ts";
import { checkImport, type ImportInput } from "./import_reviews.ts";
import { refused } from "./refusal.ts";
import { NO_PROGRESS, retryOnConflict, runImport, StaleRevisionError } from "./run_import.ts";

/** Longer expressions are never judgements by themselves. */
const MAX_PHRASE_LENGTH = 40;

export async function mutedPhrases(store: Store): Promise<readonly string[]> {
  return overridesIn(await readBusiness(store)).muted_phrases ?? [];
}

/** Mutes or unmutes expressions like an import of the same overrides; concurrent changes are kept. */
export const overrides = act({
  name: "insights overrides",
  path: "insights",
  within: "store",
  examples: [['goodword insights overrides --mute "no debris"', "ignore that expression"]],
  input: Type.Object({
    phrases: Type.Optional(
      Type.Array(
        Type.String(),
        field({
          flags: "[phrases...]",
          help: "as `goodword insights audit` prints them",
          label: "insights.phrase",
          hint: "insights.phraseHint",
        }),
      ),
    ),
    mute: Type.Optional(Type.Boolean(field({ help: "mute them: judgements based only on them are ignored" }))),
    unmute: Type.Optional(Type.Boolean(field({ help: "restore them" }))),
  }),
  contradictions: [{ fields: ["mute", "unmute"], code: "act.muteOrUnmute" }],
  async run(store, { input: { phrases = [], mute = false, unmute = false }, context: { now } }) {
    const named = phrases.map((phrase) => phrase.trim()).filter((phrase) => phrase !== "");
    if (mute || unmute) {
      if (named.length === 0) return refused("usage", "insights.phraseWrong", {}, "phrases");
      const isLong = named.some((phrase) => isLongerThan(phrase, MAX_PHRASE_LENGTH));
      if (mute && isLong) return refused("invalid", "insights.phraseWrong", {}, "phrases");
    } else if (named.length > 0) return refused("usage", "act.muteOrUnmute");
    const change = mute ? { mute: named, unmute: [] } : { mute: [], unmute: named };
    const muted = await retryOnConflict(() => tryToChange(store, change, now));
    const lines = muted.length === 0 ? ["No expression is muted"] : muted;
    return done({ lines, data: { muted_phrases: muted }, notice: mute ? "done.muted" : "done.unmuted" });
  },
});

/** Returns null if the store was changed between reading and saving. */
async function tryToChange(
  store: Store,
  { mute, unmute }: { readonly mute: readonly string[]; readonly unmute: readonly string[] },
  now: number,
) {
  const [revision, overrides] = await store.reviews.read(async (reads) => {
    return [(await reads.state()).revision, overridesIn(await reads.business())];
  });
  const before = overrides.muted_phrases ?? [];
  const muted = [...new Set([...before, ...mute])].filter((phrase) => !unmute.includes(phrase));
  if (muted.join("\n") === before.join("\n")) return before;
  const document = JSON.stringify({ reviews: [], insights: { ...overrides, muted_phrases: muted } });
  const files = [{ name: "muted phrases", bytes: utf8Bytes(document) }];
  const order: ImportInput = { files, options: {} };
  const judged = await checkImport(store, order, { now });
  if (judged.kind !== "acceptable") return before;
  try {
    const options = { command: "insights overrides", files: [], progress: NO_PROGRESS, revision };
    await runImport(store, judged.request, options);
  } catch (error) {
    if (error instanceof StaleRevisionError) return null;
    throw error;
  }
  return muted;
}

function overridesIn(business: StoredBusiness | null): InsightsOverrides {
  return (business?.insightsOverrides ?? {}) as InsightsOverrides;
}

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
