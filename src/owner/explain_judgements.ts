/** Why the insights say what they say, and which names they may have missed. */
import { analyzeReview, auditPhrases, explainReview, type PhraseAudit, suggestNames } from "../insights/mod.ts";
import type { Catalog } from "../review/mod.ts";
import { findReview, type PublishedRow, readBusiness, type Store } from "../store/mod.ts";

/** Which words of a kept review gave which vote; null when there is no such review. */
export async function explainJudgements(store: Store, id: string) {
  const review = await findReview(store, id);
  if (review === undefined) return null;
  return explainReview(review, await catalogOf(store));
}

/** Names that published reviews speak of as technicians' and the catalog does not list. */
export async function suggestTechnicians(store: Store) {
  const catalog = await catalogOf(store);
  return store.editions.read(async ({ reviews }) => suggestNames(await authorsAndTexts(reviews), catalog));
}

/** Expressions that the stars of the published reviews mostly contradict. */
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
