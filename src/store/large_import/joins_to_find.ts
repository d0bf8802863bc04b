/**
 * The copies at several sources that a large import brings, found after it was written, some days at a time.
 *
 * @module
 */
import { KeyTable } from "../../import/mod.ts";
import { dayNumber } from "../../review/mod.ts";
import type { PlannedChange } from "../import_plan.ts";
import { type ChangedJoin, findJoinsOfDays, hasPlaces, nearbyDays, saveJoins } from "../join_copies.ts";
import type { ReviewWrites } from "../ports/reviews.ts";
import type { StoredReview } from "../stored_review.ts";

/** About how many written reviews are compared at a time. */
const AT_A_TIME = 10_000;

/** Notes what was written, and then joins it. */
export class JoinsToFind {
  /** How many reviews were written of a day, by days since 1970-01-01. */
  readonly #days = new Map<number, number>();
  readonly #sources = new Set<string>();
  /** Their hashes say enough. */
  readonly #added = new KeyTable();
  readonly #changed = new Set<string>();
  #havePlaces = false;

  constructor(
    private readonly writes: ReviewWrites,
    private readonly at: number,
  ) {}

  note(added: readonly StoredReview[], changed: readonly PlannedChange[]): void {
    for (const review of added) {
      this.#note(review);
      this.#added.add(review.id, 0);
    }
    for (const { before, after } of changed) {
      this.#note(before);
      this.#note(after);
      this.#changed.add(after.id);
    }
  }

  /** Joins what was noted; by the ids of the reviews. */
  async save(): Promise<readonly ChangedJoin[]> {
    const { writes } = this;
    if (!this.#havePlaces && this.#sources.size < 2 && !(await writes.hasSeveralSources([...this.#sources]))) return [];
    const found = new Map<string, ChangedJoin>();
    for (const days of this.#spans()) {
      const joins = await findJoinsOfDays(writes, days);
      await this.#saveJoins(joins);
      for (const join of joins)
        found.set(join.before.id, { ...join, before: found.get(join.before.id)?.before ?? join.before });
    }
    return [...found.values()].sort((one, other) => (one.before.id < other.before.id ? -1 : 1));
  }

  #isAdded(id: string): boolean {
    return this.#added.find(id, () => true) !== undefined;
  }

  #note(review: StoredReview): void {
    const day = dayNumber(review.date);
    this.#days.set(day, (this.#days.get(day) ?? 0) + 1);
    this.#sources.add(review.source);
    this.#havePlaces ||= hasPlaces(review);
  }

  /** The days that were written to and those in their reach, in runs of about as many reviews. */
  *#spans(): Generator<readonly number[]> {
    let span: number[] = [];
    let count = 0;
    for (const day of nearbyDays([...this.#days.keys()])) {
      span.push(day);
      count += this.#days.get(day) ?? 0;
      if (count < AT_A_TIME) continue;
      yield span;
      [span, count] = [[], 0];
    }
    if (span.length > 0) yield span;
  }

  /** As a plan of the whole would have written them: a copy that came with this import was never seen by anybody. */
  async #saveJoins(joins: readonly ChangedJoin[]): Promise<void> {
    const { writes, at } = this;
    const added = joins.filter(({ before }) => this.#isAdded(before.id));
    const changed = joins.filter(({ before }) => this.#changed.has(before.id));
    for (const { before, copyOf, alsoAt } of added) await writes.changeReview(before.id, { copyOf, alsoAt });
    await writes.noteNeverSeen(added.flatMap(({ before, copyOf }) => (copyOf === null ? [] : [before.id])));
    for (const { before, copyOf, alsoAt } of changed) {
      await writes.changeReview(before.id, { copyOf, alsoAt, updatedAt: at });
    }
    const others = joins.filter(({ before: { id } }) => !this.#isAdded(id) && !this.#changed.has(id));
    await saveJoins(writes, others, at);
  }
}
