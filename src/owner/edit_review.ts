/** The owner corrects whom and what a review mentions. What it says, and how many stars it gives, is its author's alone. */
import { analystFor } from "../publication/publishing/mod.ts";
import {
  isLongerThan,
  type Mentions,
  mentionResolver,
  normaliseLine,
  OWNERS_REASONS,
  type OwnersReason,
} from "../review/mod.ts";
import { joinLines, rejoin } from "../store/import/mod.ts";
import { instantOfChange, readBusiness, type Store, type StoredReview } from "../store/mod.ts";
import { isAsSeen, type LeftAsItWas, type Seen } from "./review_state.ts";

/** The most mentions of a kind, and the most characters of one. */
const MOST_MENTIONS = 50;
const LONGEST_MENTION = 120;

/** The mentions of a review as they shall be. */
interface MentionsOrder extends Seen {
  readonly id: string;
  /** Technicians' names, ids of services and areas; null leaves it to the words of the review again. */
  readonly mentions: Mentions | null;
}

/** What came of it. All but `saved` leave the store as it was. */
type EditReviewOutcome =
  | { readonly kind: "saved"; readonly revision: number }
  | LeftAsItWas
  /** A mention is empty, too long, or one of too many. */
  | { readonly kind: "refused" };

/** Gives a review these mentions in place of any others. Doing it twice changes nothing. */
export function editMentions(
  { reviews }: Store,
  { id, mentions, expected }: MentionsOrder,
): Promise<EditReviewOutcome> {
  const given = mentions === null ? null : tidied(mentions);
  if (given !== null && !Object.values(given).every(isFit)) return Promise.resolve({ kind: "refused" });
  return reviews.write(async (writes): Promise<EditReviewOutcome> => {
    const before = await writes.review(id);
    if (before === undefined) return { kind: "unknown" };
    if (!isAsSeen(before, expected)) return { kind: "changed" };
    if (isSame(before.givenMentions, given)) return { kind: "same" };
    const at = instantOfChange(writes.now, await writes.state());
    await writes.changeReview(id, { givenMentions: given, updatedAt: at });
    const lines = [{ reviewId: id, detail: { mentions: given === null ? "as its words say" : "given" } }];
    return { kind: "saved", revision: await writes.recordChange({ command: "mentions", at, lines }) };
  });
}

function tidied({ technicians, services, service_areas }: Mentions): Mentions {
  const list = (names: readonly string[]) => [...new Set(names.map(normaliseLine))];
  return { technicians: list(technicians), services: list(services), service_areas: list(service_areas) };
}

function isFit(names: readonly string[]): boolean {
  return names.length <= MOST_MENTIONS && names.every((name) => name !== "" && !isLongerThan(name, LONGEST_MENTION));
}

function isSame(one: Mentions | null, other: Mentions | null): boolean {
  const plain = (mentions: Mentions | null) =>
    mentions && [mentions.technicians, mentions.services, mentions.service_areas];
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** Whom and what a review mentions, in the words of the catalog: what was given, else what its words say. */
export async function readMentions(store: Store, review: StoredReview): Promise<Mentions> {
  const { profile } = (await readBusiness(store)) ?? {};
  const catalog = profile ?? { technicians: [], services: [], service_areas: [] };
  if (review.givenMentions !== null) return mentionResolver(catalog)(review.givenMentions);
  const analyst = analystFor(catalog);
  const { mentions } = analyst.findings(analyst.analyze(review));
  return mentionResolver(catalog)(mentions);
}

// The owner withholds a review for one of a few reasons, of which its stars are none, or shows it again.

/** What came of it. All but `saved` leave the store as it was. */
type WithholdOutcome =
  | { readonly kind: "saved"; readonly revision: number }
  | LeftAsItWas
  /** Readers do not see it for a reason that is not the owner's to change. */
  | { readonly kind: "withheld_otherwise"; readonly reason: string };

/** Withholds a review, or with null shows it again. Doing it twice changes nothing. */
export function withholdReview(
  { reviews }: Store,
  { id, reason, expected }: Seen & { readonly id: string; readonly reason: OwnersReason | null },
): Promise<WithholdOutcome> {
  return reviews.write(async (writes): Promise<WithholdOutcome> => {
    const review = await writes.review(id);
    if (review === undefined) return { kind: "unknown" };
    const { withheld } = review;
    const isOwners = withheld === null || OWNERS_REASONS.some((each) => each === withheld);
    if (!isOwners) return { kind: "withheld_otherwise", reason: withheld };
    if (withheld === reason) return { kind: "same" };
    if (!isAsSeen(review, expected)) return { kind: "changed" };
    const at = instantOfChange(writes.now, await writes.state());
    await writes.changeReview(id, { withheld: reason, updatedAt: at });
    const joins = await rejoin(writes, [review], at);
    const line = { reviewId: id, detail: { withheld: reason ?? "no longer", before: withheld } };
    const lines = [line, ...joins.flatMap(joinLines)];
    return { kind: "saved", revision: await writes.recordChange({ command: "withhold", at, lines }) };
  });
}
