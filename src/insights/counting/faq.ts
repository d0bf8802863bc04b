/**
 * Questions that the reviews answer: figures and a quote, never a price, an hour or a promise.
 *
 * @module
 */
import type { Business } from "../../review/mod.ts";
import { ASPECT_NAMES, type AspectId } from "../reading/aspects.ts";
import type { AspectTallies } from "./aspect_insights.ts";
import type { AspectInsight, EntityInsight, Evidence, FaqEntry, InsightsDataset } from "./dataset.ts";
import type { EntityTallies, EntityTally } from "./entity_insights.ts";
import { FAQ_MIN_REVIEWS } from "./figures.ts";
import type { InsightsOverrides } from "./overrides.ts";
import type { Tally } from "./tally.ts";
import { monthOf, quoted, reviewsIn, verdict } from "./wording.ts";

const MAX_ENTRIES = 12;

const QUESTIONS: Readonly<Record<AspectId, string>> = {
  punctuality: "Do customers find {business} on time?",
  scheduling: "How easy is it to get an appointment with {business}?",
  responsiveness: "Does {business} answer and call back?",
  communication: "Does {business} explain the work and keep customers informed?",
  professionalism: "How do customers describe the staff of {business}?",
  expertise: "Do customers find that {business} knows the trade?",
  workmanship: "What do customers say about the quality of the work?",
  problem_resolution: "What happens when something goes wrong?",
  speed: "How fast do customers find the work?",
  price_value: "Do customers find the prices of {business} fair?",
  cleanliness: "Does {business} leave the home clean?",
  honesty: "Do customers trust the advice of {business}?",
};

export interface FaqInput {
  readonly business: Business;
  readonly aspects: readonly AspectInsight[];
  readonly aspectTallies: AspectTallies;
  readonly entities: EntityTallies;
  readonly found: InsightsDataset["entities"];
  readonly overrides: InsightsOverrides;
}

/** Computed answers with most reviews first, at most twelve; the owner's words replace the answer with the same id. */
export function buildFaq({ business, aspects, aspectTallies, entities, found, overrides }: FaqInput): FaqEntry[] {
  const ofAspects = aspects.map((aspect) =>
    entry(aspect.id, QUESTIONS[aspect.id as AspectId].replace("{business}", business.name), aspect, {
      tally: aspectTallies.of(aspect.id),
      about: ASPECT_NAMES[aspect.id as AspectId].topic,
    }),
  );
  const ofServices = found.services.map((service) =>
    ofEntity(
      service,
      entities.services,
      `service-${service.id}`,
      `How do customers rate ${business.name} for ${service.name}?`,
    ),
  );
  const ofAreas = found.service_areas.map((area) =>
    ofEntity(area, entities.areas, `area-${area.id}`, `What do customers in ${area.name} say?`),
  );
  const computed = [...ofAspects, ...ofServices, ...ofAreas]
    .filter((entry) => entry !== null)
    .sort((a, b) => b.basis.review_count - a.basis.review_count || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_ENTRIES);
  return withOwners(computed, overrides.faq ?? []);
}

function ofEntity(
  item: EntityInsight,
  of: ReadonlyMap<string, EntityTally>,
  id: string,
  question: string,
): FaqEntry | null {
  return entry(id, question, item, { tally: of.get(item.id)!.tally, about: item.name });
}

type Judged = Pick<AspectInsight, "review_count" | "positive_count" | "negative_count" | "mixed_count" | "evidence">;

function entry(id: string, question: string, figures: Judged, basis: { tally: Tally; about: string }): FaqEntry | null {
  const sided = figures.positive_count + figures.negative_count + figures.mixed_count;
  if (figures.review_count < FAQ_MIN_REVIEWS || sided < FAQ_MIN_REVIEWS) return null;
  return {
    id,
    question,
    answer: answerOf(figures, basis.about),
    source: "reviews",
    basis: { review_count: figures.review_count, positive_count: figures.positive_count },
    review_ids: basis.tally.reviewIds(),
    generated: null,
  };
}

function answerOf(
  { review_count, positive_count, negative_count, mixed_count, evidence }: Judged,
  about: string,
): string {
  const sided = positive_count + negative_count + mixed_count;
  const parts = [
    `${reviewsIn(review_count)} ${review_count === 1 ? "mentions" : "mention"} ${about}: ${positive_count} positive, ` +
      `${negative_count} negative, ${mixed_count} mixed; ${verdict(positive_count, sided)}.`,
  ];
  const praise = newestOf(evidence.positive);
  const blame = newestOf(evidence.negative);
  if (praise) parts.push(`From ${monthOf(praise.date)}: ${quoted(praise.quote)}`);
  if (blame) parts.push(`A critical one, from ${monthOf(blame.date)}: ${quoted(blame.quote)}`);
  return parts.join(" ");
}

function newestOf(evidence: readonly Evidence[]): Evidence | null {
  return evidence.reduce<Evidence | null>((newest, own) => (!newest || own.date > newest.date ? own : newest), null);
}

/** The owner's answers come first; a computed one they replace stays readable under `generated`. */
function withOwners(computed: readonly FaqEntry[], owners: NonNullable<InsightsOverrides["faq"]>): FaqEntry[] {
  const replaced = new Set<string>();
  const own = owners.map(({ id, question, answer }, i): FaqEntry => {
    const rival = computed.find((entry) => entry.id === id || entry.question === question);
    if (rival) replaced.add(rival.id);
    return {
      id: id ?? rival?.id ?? `owner-${i + 1}`,
      question,
      answer,
      source: "owner",
      basis: rival?.basis ?? { review_count: 0, positive_count: 0 },
      review_ids: rival?.review_ids ?? [],
      generated: rival?.answer ?? null,
    };
  });
  return [...own, ...computed.filter(({ id }) => !replaced.has(id))];
}
