/** Shows which words gave which vote, for the owner who wonders about a figure. */
import type { AspectId, Catalog } from "../../review/mod.ts";
import { aspectVotes, findAspects } from "./aspect_votes.ts";
import { findInCatalog } from "./catalog_match.ts";
import { judgementsOf } from "./judgements.ts";
import { readText, type TextReading } from "./sentiment.ts";
import { tokenAt } from "./tokens.ts";
import { wordsToRead } from "./words_to_read.ts";

/** How the engine arrived at its verdict on one review. Offsets are UTF-16 code units. */
interface ReviewExplanation {
  readonly language: string;
  readonly sentiment: number;
  /** Words that count for or against, with their valence after negation and emphasis. */
  readonly opinions: readonly {
    readonly words: string;
    readonly start: number;
    readonly end: number;
    readonly valence: number;
  }[];
  readonly mentions: readonly {
    readonly aspect: string;
    readonly words: string;
    readonly start: number;
    readonly sentiment: number;
  }[];
  readonly votes: readonly {
    readonly aspect: AspectId;
    readonly sentiment: string;
    readonly certainty: number;
    readonly quote: string;
  }[];
  readonly entities: readonly { readonly kind: string; readonly id: string; readonly words: string }[];
}

/** The review to explain; `rating` is 1 to 5 stars. */
interface Explained {
  readonly text: string;
  /** The source's translation of the text, where there is one. */
  readonly translationText?: string | null;
  readonly rating: number;
}

/** The steps from words to judgements for one review. */
export function explainReview({ text, translationText, rating }: Explained, catalog: Catalog): ReviewExplanation {
  const words = wordsToRead({ text, translation: translationText ?? null }, catalog.name);
  const reading = readText(words.text, words.tokens);
  const mentions = findAspects(reading);
  const found = findInCatalog(reading.tokens, catalog, { isKnown: words.isKnown });
  const entity = (kind: string) => (own: { id: string; from: number; to: number }) => ({
    kind,
    id: own.id,
    words: excerptOf(reading, own),
  });
  return {
    language: words.language,
    sentiment: reading.sentiment,
    opinions: reading.opinions.map((opinion) => ({
      words: excerptOf(reading, opinion),
      start: tokenAt(reading.tokens, opinion.from).start,
      end: tokenAt(reading.tokens, opinion.to - 1).end,
      valence: opinion.value,
    })),
    mentions: mentions.map((mention) => ({
      aspect: mention.aspect,
      words: excerptOf(reading, mention),
      start: tokenAt(reading.tokens, mention.from).start,
      sentiment: mention.sentiment,
    })),
    votes: judgementsOf({ aspects: aspectVotes(reading) }, rating).map(
      ({ aspect, sentiment, certainty, start, end }) => ({
        aspect,
        sentiment,
        certainty,
        quote: words.text.slice(start, end),
      }),
    ),
    entities: [
      ...found.technicians.map(entity("technician")),
      ...found.services.map(entity("service")),
      ...found.areas.map(entity("service_area")),
    ],
  };
}

function excerptOf(
  { text, tokens }: TextReading,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  return text.slice(tokenAt(tokens, from).start, tokenAt(tokens, to - 1).end);
}
