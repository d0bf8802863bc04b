/** Questions that the reviews answer: figures and a quote, never a price, an hour or a promise. */

import type { Words } from "../../languages/words.ts";
import type { AspectId } from "../../review/aspects.ts";
import { type DatedReview, knownDate } from "../../review/calendar.ts";
import type { AspectInsight, EntityInsight, EvidencePair, FaqEntry } from "./dataset.ts";
import { FAQ_MIN_REVIEWS } from "./figures.ts";
import type { InsightsOverrides } from "./overrides.ts";
import type { SummaryInput } from "./summary.ts";
import { inQuotes, numbered, type SentenceWithFigures, sentence } from "./wording.ts";

const MAX_ENTRIES = 12;

/** Computed answers with most reviews first, at most twelve; the owner's words replace the answer with the same id. */
export function buildFaq({ business, words, aspects, found, overrides }: SummaryInput): FaqEntry[] {
  const ofAspects = aspects.map((aspect) => {
    const id = aspect.id as AspectId;
    const question = words.pieces(`question.${id}`, { business: business.name }).join("");
    const answer = withQuotes(words, describeSides(words, aspect), aspect.evidence);
    return { count: aspect.review_count - aspect.unclear_count, entry: entry(id, question, answer) };
  });
  const ofServices = found.services.map((service) => ({
    count: service.review_count,
    entry: entry(
      `service-${service.id}`,
      words.say("say.serviceQuestion", { business: business.name, name: service.name }),
      ofEntity(words, service),
    ),
  }));
  const ofAreas = found.service_areas.map((area) => ({
    count: area.review_count,
    entry: entry(`area-${area.id}`, words.say("say.areaQuestion", { name: area.name }), ofEntity(words, area)),
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

/** How the reviews that mention an aspect fall, as an editor would put it. */
function describeSides(words: Words, aspect: AspectInsight): SentenceWithFigures {
  const { review_count, unclear_count } = aspect;
  const topic = words.say(`topic.${aspect.id as AspectId}`);
  const number = numbered(words, review_count, aspect.href);
  const sides = (
    [
      { one: "praises", all: "allPraise", value: aspect.positive_count, href: aspect.positive_href },
      { one: "blames", all: "allBlame", value: aspect.negative_count, href: aspect.negative_href },
      { one: "both", all: "allBoth", value: aspect.mixed_count, href: aspect.mixed_href },
    ] as const
  ).filter(({ value }) => value > 0);
  const [only] = sides;
  if (only?.value === review_count) return sentence(words.pieces(`say.${only.all}`, { number, topic }));
  const parts = sides.map(({ one, value, href }) =>
    sentence(words.pieces(`say.${one}`, { count: value }, () => numbered(words, value, href))),
  );
  const rest = unclear_count === 0 ? "" : words.say("say.unclear", { count: unclear_count });
  return sentence(words.pieces("say.ofAspect", { number, topic, sides: sentence(words.listed(parts)), rest }));
}

/** The stars of the reviews that mention a service or an area. */
function ofEntity(words: Words, { review_count, href, average_rating, evidence }: EntityInsight): SentenceWithFigures {
  const number = numbered(words, review_count, href);
  const stars = words.mean(average_rating ?? 0);
  const answer: readonly (string | SentenceWithFigures)[] =
    average_rating === 5
      ? words.pieces("say.entityFive", { number })
      : words.pieces("say.entityAverage", { number, stars });
  return withQuotes(words, sentence(answer), evidence);
}

/** Appends the clearest quote of each side. */
function withQuotes(words: Words, answer: SentenceWithFigures, { positive, negative }: EvidencePair) {
  const [praise] = positive;
  const [blame] = negative;
  const placeholders = (quoted: NonNullable<typeof praise>) => ({
    when: whenOf(words, quoted),
    quote: inQuotes(words, quoted.quote),
  });
  const first = praise ? ` ${words.say("say.quoteFrom", placeholders(praise))}` : "";
  const second = blame ? ` ${words.say("say.criticFrom", placeholders(blame))}` : "";
  return { text: `${answer.text}${first}${second}`, figures: answer.figures };
}

/** The month of a review, or the year where no more is known. */
function whenOf(words: Words, review: DatedReview): string {
  const known = knownDate(review);
  return known.length === 4 ? known : words.month(review.date);
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
