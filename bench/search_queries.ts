/** The classes of queries that searches are measured by. */
import { isFunctionWord, type SearchRequest, wordKey } from "../src/publication/search/mod.ts";
import { generatedBusiness, generateVocabulary } from "./generate_reviews.ts";

interface QueryClass {
  readonly title: string;
  draw(): SearchRequest;
}

const LIMIT = 20;

/**
 * Seven classes of ordinary queries.
 *
 * `folded` are the texts, from which substrings with hits are taken; `total` tells how many hits a request has.
 */
export function searchClasses(
  folded: readonly string[],
  random: () => number,
  total: (request: SearchRequest) => number,
): QueryClass[] {
  const words = generateVocabulary();
  const below = (end: number) => Math.floor(random() * end);
  const commonWord = (ranks: number) => words[below(ranks)]!;
  const together = wordsOfOneReview(folded, random);
  const phrase = (length: number, ranks: number) => Array.from({ length }, () => commonWord(ranks)).join(" ");
  const piece = (length: number) => {
    const text = folded[below(folded.length)]!;
    const start = below(Math.max(1, text.length - length));
    return text.slice(start, start + length);
  };
  const since = () => (2020 + below(6)) * 10_000 + 101 + 100 * below(12);
  /** Differs from draw to draw, so that no two requests of a class have an answer in common to be remembered. */
  const until = () => (2022 + below(4)) * 10_000 + 101 + 100 * below(12) + below(28);
  const technician = () => below(generatedBusiness.technicians.length);
  const withoutHits = (draw: () => string) => () => {
    for (;;) {
      const request = { needle: draw(), limit: LIMIT };
      if (total(request) === 0) return request;
    }
  };
  const allCombined = () => ({
    rating: 3 + below(3),
    minRating: 1 + below(3),
    since: since() - 10_000,
    until: 20_260_630 - below(300),
    needle: commonWord(300),
    labels: { technicians: technician(), services: below(generatedBusiness.services.length) },
    limit: LIMIT,
  });
  return [
    { title: "a stars only", draw: () => ({ rating: 1 + below(5), until: until(), limit: LIMIT }) },
    { title: "b common substring", draw: () => ({ needle: commonWord(200), until: until(), limit: LIMIT }) },
    { title: "c rare substring with hits", draw: () => ({ needle: piece(12 + below(12)), limit: LIMIT }) },
    { title: "d no hit", draw: withoutHits(() => (random() < 0.5 ? `${piece(5)}xj` : phrase(3, 200))) },
    {
      title: "e technician, since, min_rating",
      draw: () => ({
        labels: { technicians: technician() },
        since: since() - 10_000 + below(28),
        minRating: 1 + below(5),
        limit: LIMIT,
      }),
    },
    { title: "f all combined", draw: allCombined },
    {
      title: "g words",
      draw: () => ({
        words: together(),
        order: "newest",
        until: until(),
        limit: LIMIT,
      }),
    },
  ];
}

/** A search by words alone, as people send it: in the order of relevance. */
export function relevantWords(folded: readonly string[], random: () => number): () => SearchRequest {
  const together = wordsOfOneReview(folded, random);
  return () => ({ words: together(), order: "relevant", limit: LIMIT });
}

/**
 * Draws two words that some review has, and that no other word is a form of: every stemmer finds the same by them, and
 * nothing is found by one of them alone. Function words, which some made-up words happen to be, are not searched for here, but
 * by the peer.
 */
function wordsOfOneReview(folded: readonly string[], random: () => number): () => string {
  const forms = Map.groupBy(generateVocabulary(), (word) => wordKey(word, "en"));
  const isOfOneForm = (word: string) => forms.get(wordKey(word, "en"))?.length === 1 && !isFunctionWord(word, "en");
  return () => {
    for (;;) {
      const text = folded[Math.floor(random() * folded.length)] ?? "";
      const words = [...new Set(text.match(/[a-z]{3,}/g) ?? [])].filter(isOfOneForm);
      const first = Math.floor(random() * (words.length - 1));
      if (words.length > 1) return `${words[first]} ${words[first + 1]}`;
    }
  };
}
