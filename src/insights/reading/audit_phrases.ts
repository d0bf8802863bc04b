/**
 * Finds the expressions that mostly speak against the stars of the reviews they stand in: the engine reads them wrongly, or
 * this business's customers mean something else by them.
 *
 * @module
 */
import { type AspectVote, FIRST_PHRASE, type ReviewAnalysis } from "./analysis.ts";
import type { AspectId } from "./aspects.ts";

/** An expression and how the stars of its reviews bear it out. */
export interface PhraseAudit {
  readonly phrase: string;
  readonly aspect: AspectId;
  readonly side: "praise" | "blame";
  /** Reviews whose stars take the other side: four and five for blame, one and two for praise. */
  readonly against: number;
  /** The other reviews that use it so. */
  readonly borne_out: number;
  /** Some of those whose stars speak against it. */
  readonly review_ids: readonly string[];
}

interface Counted {
  readonly phrase: string;
  readonly aspect: AspectId;
  readonly side: "praise" | "blame";
  readonly against: string[];
  borneOut: number;
}

const FEWEST = 2;
const MOST_IDS = 5;

/** Expressions that at least two reviews contradict by their stars, and more than bear them out; most contradicted first. */
export function auditPhrases(
  reviews: Iterable<{ readonly id: string; readonly rating: number; readonly analysis: ReviewAnalysis }>,
): PhraseAudit[] {
  const counts = new Map<string, Counted>();
  for (const { id, rating, analysis } of reviews) {
    for (const vote of analysis.aspects) {
      const side = sideOf(vote);
      if (side === null) continue;
      const isAgainst = side === "blame" ? rating >= 4 : rating <= 2;
      for (const phrase of phrasesOf(vote)) {
        const key = `${vote[0]} ${side} ${phrase}`;
        const own: Counted = counts.get(key) ?? { phrase, aspect: vote[0], side, against: [], borneOut: 0 };
        counts.set(key, own);
        if (isAgainst) own.against.push(id);
        else own.borneOut++;
      }
    }
  }
  return [...counts.values()]
    .filter(({ against, borneOut }) => against.length >= FEWEST && against.length > borneOut)
    .map(({ phrase, aspect, side, against, borneOut }) => ({
      phrase,
      aspect,
      side,
      against: against.length,
      borne_out: borneOut,
      review_ids: against.slice(0, MOST_IDS),
    }))
    .sort((a, b) => b.against - a.against || (a.phrase < b.phrase ? -1 : 1));
}

/** Which side the words alone take: null where both do, or neither. */
function sideOf([, , praise, , , blame]: AspectVote): "praise" | "blame" | null {
  if (praise > 0 === blame > 0) return null;
  return praise > 0 ? "praise" : "blame";
}

/** The expressions that a vote rests on; none where only the learned model heard it. */
export function phrasesOf(vote: AspectVote): readonly string[] {
  return vote.slice(FIRST_PHRASE).map(String);
}
