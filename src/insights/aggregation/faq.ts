/** Questions that the reviews answer: figures and a quote, never a price, an hour or a promise. */
import { ASPECT_NAMES, type AspectId } from "../../review/aspects.ts";
import { type DatedReview, knownDate } from "../../review/calendar.ts";
import type { EntityInsight, EvidencePair, FaqEntry } from "./dataset.ts";
import { FAQ_MIN_REVIEWS } from "./figures.ts";
import type { InsightsOverrides } from "./overrides.ts";
import type { SummaryInput } from "./summary.ts";
import { inQuotes, monthOf, type SentenceWithFigures, sentence, sidesInWords } from "./wording.ts";

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

/** Computed answers with most reviews first, at most twelve; the owner's words replace the answer with the same id. */
export function buildFaq({ business, aspects, found, overrides }: SummaryInput): FaqEntry[] {
  const ofAspects = aspects.map((aspect) => {
    const id = aspect.id as AspectId;
    const answer = withQuotes(sidesInWords(aspect, ASPECT_NAMES[id].topic), aspect.evidence);
    const takeSides = aspect.review_count - aspect.unclear_count;
    return { count: takeSides, entry: entry(id, QUESTIONS[id].replace("{business}", business.name), answer) };
  });
  const ofServices = found.services.map((service) => ({
    count: service.review_count,
    entry: entry(
      `service-${service.id}`,
      `How do customers rate ${business.name} for ${service.name}?`,
      ofEntity(service),
    ),
  }));
  const ofAreas = found.service_areas.map((area) => ({
    count: area.review_count,
    entry: entry(`area-${area.id}`, `What do customers in ${area.name} say?`, ofEntity(area)),
  }));
  const computed = [...ofAspects, ...ofServices, ...ofAreas]
    .filter(({ count }) => count >= FAQ_MIN_REVIEWS)
    .sort((a, b) => b.count - a.count || (a.entry.id < b.entry.id ? -1 : 1))
    .slice(0, MAX_ENTRIES)
    .map(({ entry }) => entry);
  return withOwners(computed, overrides.faq ?? []);
}

function entry(id: string, question: string, { text, figures }: SentenceWithFigures): FaqEntry {
  return { id, question, answer: text, source: "reviews", figures: [...figures], generated: null };
}

/** The stars of the reviews that mention a service or an area. */
function ofEntity({ review_count, href, average_rating, evidence }: EntityInsight): SentenceWithFigures {
  const stars = (average_rating ?? 0).toFixed(2);
  const all = { value: review_count, href };
  if (average_rating === 5) return withQuotes(sentence`All ${all} reviews that mention it give 5 stars.`, evidence);
  return withQuotes(sentence`The ${all} reviews that mention it average ${stars} of 5 stars.`, evidence);
}

/** What was said, with the clearest words of either side. */
function withQuotes(answer: SentenceWithFigures, { positive, negative }: EvidencePair): SentenceWithFigures {
  const [praise] = positive;
  const [blame] = negative;
  const first = praise ? ` From ${whenOf(praise)}: ${inQuotes(praise.quote)}` : "";
  const second = blame ? ` A critical one, from ${whenOf(blame)}: ${inQuotes(blame.quote)}` : "";
  return { text: `${answer.text}${first}${second}`, figures: answer.figures };
}

/** The month of a review, or the year where no more is known. */
function whenOf(review: DatedReview): string {
  const known = knownDate(review);
  return known.length === 4 ? known : monthOf(review.date);
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
      figures: [],
      generated: rival?.answer ?? null,
    };
  });
  return [...own, ...computed.filter(({ id }) => !replaced.has(id))];
}
