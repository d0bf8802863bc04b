/**
 * What the owner has said of copies: remembered by ids, so that no import undoes it.
 *
 * @module
 */
import type { GroupOptions } from "../review/copies/mod.ts";
import type { ReviewReads, ReviewWrites } from "./ports/reviews.ts";

/** Pairs of ids, each in ascending order. */
export interface OwnersJoins {
  /** Reviews that are copies of no other. */
  readonly alone: readonly string[];
  readonly joined: readonly (readonly [string, string])[];
  readonly parted: readonly (readonly [string, string])[];
}

const OWNERS_JOINS = "owners_joins";
const NOTHING_SAID: OwnersJoins = { alone: [], joined: [], parted: [] };

/** The owner's decisions on copies; empty lists when there are none. */
export async function readOwnersJoins(reads: Pick<ReviewReads, "setting">): Promise<OwnersJoins> {
  const kept = await reads.setting(OWNERS_JOINS);
  return kept === undefined ? NOTHING_SAID : (JSON.parse(kept) as OwnersJoins);
}

/** Replaces the owner's decisions on copies. */
export function saveOwnersJoins(writes: ReviewWrites, said: OwnersJoins): Promise<void> {
  return writes.saveSetting(OWNERS_JOINS, JSON.stringify(said));
}

/** What was said, once a review is called its own. */
export function saidAlone({ alone, joined, parted }: OwnersJoins, id: string): OwnersJoins {
  return { alone: [...new Set([...alone, id])].sort(), joined: joined.filter((pair) => !pair.includes(id)), parted };
}

/** What was said, once two reviews are called copies of each other; it stands above what was said of either before. */
export function saidJoined({ alone, joined, parted }: OwnersJoins, one: string, other: string): OwnersJoins {
  const pair = inOrder(one, other);
  return {
    alone: alone.filter((id) => !pair.includes(id)),
    joined: withPair(joined, pair),
    parted: parted.filter((each) => keyOf(each) !== keyOf(pair)),
  };
}

/** What was said, once two reviews are called different customers'. */
export function saidParted({ alone, joined, parted }: OwnersJoins, one: string, other: string): OwnersJoins {
  const pair = inOrder(one, other);
  return { alone, joined: joined.filter((each) => keyOf(each) !== keyOf(pair)), parted: withPair(parted, pair) };
}

/** The same as copies are grouped by. */
export function groupOptions({ alone, joined, parted }: OwnersJoins): GroupOptions {
  const [aloneIds, joinedKeys] = [new Set(alone), new Set(joined.map(keyOf))];
  const partedKeys = new Set(parted.map(keyOf));
  const isSilent = alone.length + joined.length + parted.length === 0;
  return {
    joinedByOwner: joined,
    ownersWord(one, other) {
      if (isSilent) return null;
      const key = keyOf(inOrder(one, other));
      if (joinedKeys.has(key)) return "copies";
      return aloneIds.has(one) || aloneIds.has(other) || partedKeys.has(key) ? "different" : null;
    },
  };
}

type Pair = readonly [string, string];

function withPair(pairs: readonly Pair[], pair: Pair): Pair[] {
  return [...pairs.filter((each) => keyOf(each) !== keyOf(pair)), pair].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : 1,
  );
}

function keyOf([one, other]: Pair): string {
  return `${one} ${other}`;
}

function inOrder(one: string, other: string): Pair {
  return one < other ? [one, other] : [other, one];
}
