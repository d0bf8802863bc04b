/**
 * Where else a review stands: its copies that are kept here, and what an export of ours has said of others.
 *
 * @module
 */
import { mayBeCopies } from "../review/copies/mod.ts";
import type { AlsoAt } from "../review/mod.ts";
import { comparable } from "./comparable.ts";
import { groupOptions, type OwnersJoins } from "./owners_joins.ts";
import type { JoinableReview } from "./ports/reviews.ts";

/** What is looked at besides a review and its copies. */
export interface Surroundings {
  /** The reviews of the days around, by id. */
  readonly reviews: ReadonlyMap<string, JoinableReview>;
  readonly said: OwnersJoins;
}

/** The other sources of a review that counts, by name. A copy that its source hides is not there for readers. */
export function alsoAtOf(
  counted: JoinableReview,
  copies: readonly JoinableReview[],
  surroundings: Surroundings,
): AlsoAt[] {
  const kept = copies.filter(({ id }) => id !== counted.id);
  const settled = new Set([counted.source, ...kept.map(({ source }) => source)]);
  const given = givenTo(copies, surroundings).filter(({ name }) => !settled.has(name));
  const shown = kept.filter(({ withheld }) => withheld !== "hidden_at_source");
  const places = new Map(given.map((place) => [place.name, place]));
  for (const { source, sourceUrl } of shown) places.set(source, { name: source, url: sourceUrl });
  return [...places.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * What exports have said of these copies, but for what the owner has called another customer's review since. Of two
 * addresses at one source the one that comes last in the alphabet stays, whichever was given first.
 */
function givenTo(copies: readonly JoinableReview[], { reviews, said }: Surroundings): AlsoAt[] {
  const given = copies.flatMap(({ givenAlsoAt }) => givenAlsoAt ?? []);
  if (given.length === 0 || copies.some(({ id }) => said.alone.includes(id))) return [];
  const parted = partedFrom(copies, { reviews, said });
  const stays = given.filter(({ name }) => !parted.has(name));
  return stays.sort((one, other) => ((one.url ?? "") < (other.url ?? "") ? -1 : 1));
}

/** The sources at which a review near to these is another customer's, by the owner's word. */
function partedFrom(copies: readonly JoinableReview[], { reviews, said }: Surroundings): ReadonlySet<string> {
  const { ownersWord } = groupOptions(said);
  const own = copies.map(comparable);
  const parted = [...reviews.values()].map(comparable).filter((other) => {
    return own.some((one) => mayBeCopies(one, other) && ownersWord?.(one.id, other.id) === "different");
  });
  return new Set(parted.map(({ source }) => source));
}
