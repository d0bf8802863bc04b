/**
 * Decides of which sources files have all reviews, so that those that are missing are known to have vanished there: of Google
 * where they are a Takeout, and of any source where the owner calls them full, now or earlier for files of the same shape.
 */
import type { ListedReading } from "../import/mod.ts";
import type { ReviewReads, Store } from "../store/mod.ts";
import { stateOf } from "./review_state.ts";

type Reading = Pick<
  ListedReading,
  "exportedSources" | "format" | "lacksReviews" | "problems" | "records" | "understood"
>;

/** What the owner answered about the files. */
interface FullAnswer {
  /** Whether they have all reviews of their sources; undefined without an answer. */
  readonly isFull?: boolean | undefined;
  /** The location that was chosen from an export of several. */
  readonly location?: string | undefined;
}

interface FullFiles {
  readonly isFull: boolean;
  /** None where a record was skipped, which could be any review, where pages are missing, or where an export failed. */
  readonly sources: ReadonlySet<string>;
}

export const SOME_REVIEWS: FullFiles = { isFull: false, sources: new Set() };

export async function readFullFiles({ reviews }: Store, reading: Reading, answer: FullAnswer): Promise<FullFiles> {
  const { exportedSources, lacksReviews, problems, records } = reading;
  const isRemembered = (await reviews.read(rememberedShapes))[shapeOf(reading, answer)];
  const isFull = answer.isFull ?? isRemembered ?? exportedSources.length > 0;
  if (!isFull || lacksReviews || problems.length > 0 || records.length === 0) return { ...SOME_REVIEWS, isFull };
  // A Takeout has the reviews of Google only, whatever is imported with it.
  return { isFull, sources: exportedSources.length > 0 ? new Set(exportedSources) : sourcesIn(reading) };
}

function sourcesIn({ records }: Reading): ReadonlySet<string> {
  const sources = new Set<string>();
  for (const page of records.pages()) for (const { review } of page) sources.add(review.source);
  return sources;
}

/** Remembers the owner's answer, if there is one, for later files of this shape. */
export async function rememberFull({ reviews }: Store, reading: Reading, answer: FullAnswer): Promise<void> {
  const { isFull } = answer;
  const shape = shapeOf(reading, answer);
  if (isFull === undefined || (await reviews.read(rememberedShapes))[shape] === isFull) return;
  await reviews.write(async (writes) => {
    await writes.saveSetting("full_files", JSON.stringify({ ...(await rememberedShapes(writes)), [shape]: isFull }));
  });
}

/** The answers by {@link shapeOf}. */
async function rememberedShapes(reads: Pick<ReviewReads, "setting">): Promise<Readonly<Record<string, boolean>>> {
  return JSON.parse((await reads.setting("full_files")) ?? "{}");
}

/** What two exports of one tool have in common. */
function shapeOf({ format, understood }: Reading, { location = "" }: FullAnswer): string {
  const tables = understood.map(({ kind, source, columns }) => [
    kind,
    source.name,
    columns.map(({ column }) => column),
  ]);
  return stateOf([format, location, tables]);
}
