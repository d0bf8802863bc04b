/** A store's place, as the contract sees it: each adapter implements it and runs the contract over it. */
import { test } from "bun:test";
import { KEPT_FIELDS } from "../../../src/review/mod.ts";
import type { Store, StoredRemoval, StoredReview } from "../../../src/store/mod.ts";

/** An empty store that several servers may open. */
export interface StorePlace extends AsyncDisposable {
  /** Another server's connection to the same store. The place disposes of it. */
  connect(): Promise<Store>;
  /** Lets time pass by the store's clock, which stands still otherwise. */
  pass(ms: number): void | Promise<void>;
  /**
   * Whether the store's own files still hold some words; left out where nobody can look there, or where it takes a
   * database's own housekeeping until they are gone.
   */
  holds?(words: string): Promise<boolean>;
}

/** Why a test is skipped where no transaction goes on beside another, and no store is beside another. */
export const ONE_SESSION = "what needs two transactions or stores at once, over PGlite's one session";

export type OpenPlace = () => Promise<StorePlace>;

/** A test over a new store; others connect to it by its place. */
export function storeTests(open: OpenPlace) {
  const declaredBy =
    (declare: (title: string, run: () => Promise<void>) => void) =>
    (title: string, run: (store: Store, place: StorePlace) => Promise<void>) =>
      declare(title, async () => {
        await using place = await open();
        await run(await place.connect(), place);
      });
  return Object.assign(declaredBy(test), { skipIf: (isSkipped: boolean) => declaredBy(test.skipIf(isSkipped)) });
}

/** A kept review that shows only what matters to a test. */
export function storedReview(fields: Partial<StoredReview> = {}): StoredReview {
  return {
    ...NOTHING,
    id: "a1",
    source: "google",
    date: "2026-05-01",
    rating: 5,
    text: "On time",
    authorName: "Jane D.",
    isAnonymous: false,
    alsoAt: [],
    verificationMethod: "job_record",
    edited: false,
    provenance: "unknown",
    createdAt: 1_780_000_000_000,
    updatedAt: 1_780_000_000_001,
    ...fields,
  };
}

const NOTHING = Object.fromEntries(KEPT_FIELDS.map((name) => [name, null])) as unknown as StoredReview;

/** A review none of whose fields is empty, with whatever is hard to keep. */
export const FULL = storedReview({
  id: "Full_-1",
  sourceId: 'g "7"',
  sourceUrl: "https://g.test/7?a=%20&b='",
  title: "Größe 👷🏽‍♀️",
  text: 'She said: "it\'s 100 % fine"\n\tשלום \\n {}',
  language: "en",
  translationText: "Sie sagte: „alles gut“\n",
  translationLanguage: "de-AT",
  isAnonymous: true,
  verificationStrength: "contact",
  verificationDate: "2026-05-02",
  marks: '{"name":"n7"}',
  evidence: "e7",
  givenMentions: { technicians: ["Amy O'Neil"], services: ["drain"], service_areas: [] },
  replyText: "Thanks?",
  replyDate: "2026-05-03",
  withheld: "spam",
  copyOf: "a1",
  goneAtSource: "2026-05-30",
  alsoAt: [{ name: "yelp", url: null }],
  givenAlsoAt: [{ name: "bbb", url: "https://bbb.test/7" }],
  edited: true,
  createdAt: 4_102_444_800_123,
  updatedAt: 4_102_444_800_999,
  analysis: '["code"]',
  analysisKey: "1.3.0/abc",
});

export function storedRemoval(fields: Partial<StoredRemoval> = {}): StoredRemoval {
  const what = { reason: "request", removedAt: 1_780_000_000_500, wasPublished: true, suppressed: true };
  return { id: "gone", source: "google", sourceId: null, ...what, contentHash: null, rating: null, ...fields };
}

export async function saveReviews(store: Store, ...reviews: readonly StoredReview[]): Promise<void> {
  await store.reviews.write((writes) => writes.saveReviews(reviews));
}

/** Raises the revision. */
export function change(store: Store, command = "test"): Promise<number> {
  return store.reviews.write((writes) => writes.recordChange({ command, at: writes.now, lines: [{ detail: {} }] }));
}

export function findReview(store: Store, id: string): Promise<StoredReview | undefined> {
  return store.reviews.read((reads) => reads.review(id));
}
