/** Decides for which sources files are complete, so that missing reviews are known to have vanished there. */
import type { ListedReading } from "../import/mod.ts";
import type { ReviewReads, Store } from "../store/mod.ts";
import { stateOf } from "./review_state.ts";

type FullAnswer = { readonly isFull?: boolean | undefined; readonly location?: string | undefined };

type FilesRead = Pick<
  ListedReading,
  "exportedLocation" | "format" | "lacksReviews" | "problems" | "records" | "understood"
>;

interface FullFiles {
  readonly isFull: boolean;
  /** None where a record was skipped, which could be any review, where pages are missing, or where an export failed. */
  readonly sources: ReadonlySet<string>;
}

export const SOME_REVIEWS: FullFiles = { isFull: false, sources: new Set() };

export async function readFullFiles({ reviews }: Store, reading: FilesRead, answer: FullAnswer): Promise<FullFiles> {
  const { exportedLocation, lacksReviews, problems, records } = reading;
  const isRemembered = (await reviews.read(rememberedShapes))[shapeOf(reading, answer)];
  const isFull = answer.isFull ?? isRemembered ?? (await isOnlyLocation(reviews, exportedLocation));
  if (!isFull || lacksReviews || problems.length > 0 || records.length === 0) return { ...SOME_REVIEWS, isFull };
  // A Takeout has the reviews of Google only, whatever is imported with it.
  return { isFull, sources: exportedLocation === null ? sourcesIn(reading) : new Set(["google"]) };
}

/** The Takeout of one location lacks the reviews of every other one that was imported. */
async function isOnlyLocation(reviews: Store["reviews"], location: string | null): Promise<boolean> {
  if (location === null) return false;
  const locations = new Set(await reviews.read(importedLocations));
  if (location !== "") locations.add(location);
  return locations.size <= 1;
}

async function importedLocations(reads: Pick<ReviewReads, "setting">): Promise<readonly string[]> {
  return JSON.parse((await reads.setting("takeout_locations")) ?? "[]");
}

/** Remembers the location of a Takeout, and the owner's answer for later files of its shape. */

function sourcesIn({ records }: FilesRead): ReadonlySet<string> {
  const sources = new Set<string>();
  for (const page of records.pages()) for (const { review } of page) sources.add(review.source);
  return sources;
}

export async function rememberFull({ reviews }: Store, reading: FilesRead, answer: FullAnswer): Promise<void> {
  const { isFull } = answer;
  const { exportedLocation } = reading;
  const known = await reviews.read(importedLocations);
  if (exportedLocation && !known.includes(exportedLocation)) {
    await reviews.write((writes) =>
      writes.saveSetting("takeout_locations", JSON.stringify([...known, exportedLocation])),
    );
  }
  const shape = shapeOf(reading, answer);
  if (isFull === undefined || (await reviews.read(rememberedShapes))[shape] === isFull) return;
  await reviews.write(async (writes) => {
    await writes.saveSetting("full_files", JSON.stringify({ ...(await rememberedShapes(writes)), [shape]: isFull }));
  });
}

async function rememberedShapes(reads: Pick<ReviewReads, "setting">): Promise<Readonly<Record<string, boolean>>> {
  return JSON.parse((await reads.setting("full_files")) ?? "{}");
}

/** What two exports of one tool have in common. */
function shapeOf({ format, understood }: FilesRead, { location = "" }: FullAnswer): string {
  const tables = understood.map(({ kind, source, columns }) => [
    kind,
    source.name,
    columns.map(({ column }) => column),
  ]);
  return stateOf([format, location, tables]);
}
