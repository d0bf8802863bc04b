/** The sample data of a first start. */

import { type DraftReview, readImport } from "../import/mod.ts";
import { analystFor } from "../publication/publishing/mod.ts";
import {
  type Business,
  calendarDateAt,
  contactHasher,
  judgeProofs,
  mentionResolver,
  type StoredPhoto,
  type StoredProfile,
} from "../review/mod.ts";
import type { ReviewWrites, Store } from "../store/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { readJobs } from "./read_jobs.ts";
import { importRequest, NO_PROGRESS, runImport } from "./run_import.ts";
import { sampleRecord } from "./sample_record.ts";
import { finishedJob } from "./verify_by_jobs.ts";

interface SampleFiles {
  readonly reviews: string;
  /** CSV of finished jobs, by which most of the reviews are verified. */
  readonly jobs: string;
  /** Finished jobs of a year, from which the record is counted. */
  readonly record: string;
  readonly pictures: SamplePictures;
}

/** Drawings of the team and of jobs as a store keeps them, made by `scripts/draw_sample.ts`. */
export interface SamplePictures extends Pick<StoredProfile, "photo" | "photo_image"> {
  readonly job_photos: readonly (StoredPhoto & { readonly files: readonly { name: string; webp: string }[] })[];
}

/** No jobs are kept: they must not stand among those of the owner. Calling it twice changes nothing. */
export async function importSeed(
  store: Store,
  { reviews, jobs, record, pictures }: SampleFiles,
  now: number,
): Promise<number> {
  const reading = readImport([textFile("seed/reviews.json", reviews)], { today: seedDay(reviews, now) });
  const options = { replace: false, analystFor };
  const business = importRequest(reading, options).businessAfter(null);
  const drafts = reading.records.map(({ review }) => review);
  const proved = provedBy(jobs, { drafts, business });
  const records = reading.records.map((record) => {
    const strength = proved.get(record.review.id);
    if (strength === undefined) return record;
    // What the author is known by has served its purpose, and would be hashed for nothing.
    return { ...record, review: { ...record.review, verificationStrength: strength, isProved: true, known: {} } };
  });
  const files = ["seed/reviews.json"];
  const request = importRequest({ ...reading, records }, options);
  const kept = {
    ...pictures,
    job_photos: pictures.job_photos.map(({ files: _, ...photo }) => photo),
    sample_record: JSON.stringify(sampleRecord(record, drafts, business.time_zone)),
  };
  const whole = {
    ...request,
    businessAfter: (stored: Business | null) => ({ ...request.businessAfter(stored), ...kept }),
  };
  const alongside = (writes: ReviewWrites) => savePhotoFiles(writes, pictures);
  return (await runImport(store, whole, { command: "seed", files, progress: NO_PROGRESS, alongside })).revision;
}

async function savePhotoFiles(writes: ReviewWrites, { job_photos }: SamplePictures): Promise<void> {
  for (const { id, files } of job_photos) {
    const named = files.map(({ name, webp }) => ({ name, bytes: Uint8Array.fromBase64(webp) }));
    await writes.savePhotoFiles(id, named);
  }
}

function provedBy(list: string, { drafts, business }: { drafts: readonly DraftReview[]; business: Business }) {
  const matcher = { business, resolve: mentionResolver(business), hash: contactHasher(new Uint8Array(32)) };
  const jobs = readJobs(textFile("seed/jobs.csv", list)).rows.flatMap(({ row, draft: { finished, ...draft } }) =>
    finished === null ? [] : [finishedJob({ row, draft: { ...draft, finished } }, matcher)],
  );
  const reviews = drafts.map(({ id, known, mentions, ...draft }) => {
    const name = known.name === undefined ? null : matcher.hash("name", known.name);
    const named = matcher.resolve(mentions ?? { technicians: [], services: [], service_areas: [] });
    return { ...draft, id: id ?? "", copyOf: null, marks: name === null ? {} : { name }, mentions: named };
  });
  const proofs = judgeProofs(reviews, jobs).filter((each) => each.kind === "proof");
  return new Map(proofs.map(({ review, strength }) => [review.id as string | null, strength]));
}

function textFile(name: string, text: string) {
  return { name, bytes: utf8Bytes(text) };
}

/** A clock that stands before the newest sample must not have the sample refused as written in the future. */
function seedDay(seedText: string, now: number): string {
  const dates = seedText.matchAll(/"date":\s*"(\d{4}-\d{2}-\d{2})"/g);
  const days = [...dates].map(([, date = ""]) => date);
  return days.reduce((latest, day) => (day > latest ? day : latest), calendarDateAt(now, "UTC"));
}
