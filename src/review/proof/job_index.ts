/**
 * Finds the jobs that may be a review's: by what is known of its author, or by the name as it is shown.
 *
 * @module
 */
import { compareNames, nameWords } from "../copies/compare_names.ts";
import type { Marks } from "./marks.ts";
import type { FinishedJob, ReviewToProve } from "./review_and_job.ts";

/** Jobs by their marks, and by the first letter of their customer's name. */
export class JobIndex {
  readonly #byMark = new Map<string, FinishedJob[]>();
  readonly #byInitial: ReadonlyMap<string, readonly (readonly [FinishedJob, readonly string[]])[]>;

  constructor(jobs: readonly FinishedJob[]) {
    for (const job of jobs) {
      for (const [kind, hash] of Object.entries(job.marks)) {
        const key = `${kind} ${hash}`;
        const marked = this.#byMark.get(key);
        if (marked === undefined) this.#byMark.set(key, [job]);
        else marked.push(job);
      }
    }
    const named = jobs.map((job) => [job, nameWords(spoken(job.customer))] as const);
    this.#byInitial = Map.groupBy(named, ([, words]) => words[0]?.[0] ?? "");
  }

  withMark(kind: keyof Marks, { marks }: ReviewToProve): readonly FinishedJob[] {
    const hash = marks[kind];
    return hash === undefined ? [] : (this.#byMark.get(`${kind} ${hash}`) ?? []);
  }

  /** Jobs of customers whose name may be the one that is shown. */
  alike({ authorName, isAnonymous, marks }: ReviewToProve): readonly FinishedJob[] {
    // Whoever's whole name is known was not found under it.
    if (isAnonymous || marks.name !== undefined) return [];
    const words = nameWords(authorName);
    const shown = { nameWords: words, wholeNameHash: null };
    return (this.#byInitial.get(words[0]?.[0] ?? "") ?? []).flatMap(([job, jobWords]) =>
      compareNames(shown, { nameWords: jobWords, wholeNameHash: null }) === "compatible" ? [job] : [],
    );
  }
}

/** "Doe, Jane" in the order in which it is said. */
function spoken(customer: string): string {
  const [last = "", first, ...more] = customer.split(",");
  return first === undefined || more.length > 0 ? customer : `${first} ${last}`;
}
