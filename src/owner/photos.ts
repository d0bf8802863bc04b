/** The owner adds photographs of jobs, says what they show, and takes them away; the files stand beside the profile. */

import type { ImportReading } from "../import/mod.ts";
import {
  calendarDateAt,
  countCharacters,
  isCalendarDate,
  type KeptBusiness,
  type KeptPhoto,
  LONGEST_CAPTION,
  MOST_PHOTOS,
  normaliseLine,
  type PhotoReading,
  PICTURE_KINDS,
  type PictureKind,
  type PictureReading,
  type PreparedPhoto,
  photoFileName,
  pictureUrl,
  withPicture,
} from "../review/mod.ts";
import { erasedBefore, erasureDigest, type ImportRequest } from "../store/import/mod.ts";
import { instantOfChange, type ReviewWrites, readBusiness, type Store } from "../store/mod.ts";
import { stateOf } from "./review_state.ts";

/** What is said of a photograph, as it is typed; "" says nothing. A service and a technician go by id or by name. */
export type PhotoWords = Readonly<Record<PhotoField, string>>;

/** The fields of {@link PhotoWords}. */
export const PHOTO_FIELDS = ["caption", "service", "technician", "date"] as const;
export type PhotoField = (typeof PHOTO_FIELDS)[number];

/** What came of it. All but `saved` leave the store as it was. */
type PhotoOutcome =
  | { readonly kind: "saved"; readonly revision: number; readonly ids: readonly string[] }
  /** `changed`: it is not as it was when its form was made. */
  | { readonly kind: "same" | "unknown" | "changed" }
  /** These fields hold what cannot be said. */
  | { readonly kind: "refused"; readonly fields: readonly PhotoField[] }
  /** There would be more than {@link MOST_PHOTOS}. */
  | { readonly kind: "too_many"; readonly kept: number }
  /** There is no business but the sample. */
  | { readonly kind: "no_business" };

/** The photographs that are kept, the newest first. */
export async function listPhotos(store: Store): Promise<readonly KeptPhoto[]> {
  return photosOf((await readBusiness(store))?.profile ?? null);
}

/** The same of a business. */
export function photosOf(business: KeptBusiness | null): readonly KeptPhoto[] {
  return business?.job_photos ?? [];
}

/** What stands there of a photograph, to be given as `expected`. */
export function photoState({ caption, service, technician, date }: KeptPhoto): string {
  return stateOf([caption, service, technician, date]);
}

/** Adds photographs, of all of which the same is said, as one change. One that is kept already is not added again. */
export function addPhotos(
  store: Store,
  { photos, words }: { readonly photos: readonly PreparedPhoto[]; readonly words: PhotoWords },
): Promise<PhotoOutcome> {
  return changePhotos(store, async (writes, business) => {
    const kept = photosOf(business);
    const read = readWords(words, business, writes.now);
    if (read.kind === "refused") return read;
    const known = new Set(kept.map(({ digest }) => digest));
    const fresh = photos.filter(({ digest }) => !known.has(digest) && known.add(digest));
    if (fresh.length === 0) return { kind: "same" };
    if (kept.length + fresh.length > MOST_PHOTOS) return { kind: "too_many", kept: kept.length };
    const added = fresh.map(({ digest, files }): KeptPhoto => {
      const sizes = files.map(({ width, height }) => ({ width, height }));
      return { id: crypto.getRandomValues(new Uint8Array(6)).toHex(), digest, sizes, ...read.said };
    });
    for (const [at, { files, digest }] of fresh.entries()) {
      const named = files.map((file) => ({ name: photoFileName(digest, file), bytes: file.bytes }));
      await writes.savePhotoFiles(added[at]?.id ?? "", named);
    }
    const ids = added.map(({ id }) => id);
    return { kind: "ready", photos: [...added, ...kept], ids, detail: { added: ids } };
  });
}

/** Says something else of a photograph; fields that are left out stay. Doing it twice changes nothing. */
export function editPhoto(
  store: Store,
  { id, words, expected }: { readonly id: string; readonly words: Partial<PhotoWords>; readonly expected?: string },
): Promise<PhotoOutcome> {
  return changePhotos(store, async (writes, business) => {
    const photos = photosOf(business);
    const photo = photos.find((each) => each.id === id);
    if (photo === undefined) return { kind: "unknown" };
    if (expected !== undefined && expected !== photoState(photo)) return { kind: "changed" };
    const read = readWords({ ...typedWords(photo), ...words }, business, writes.now);
    if (read.kind === "refused") return read;
    const after = { ...photo, ...read.said };
    if (photoState(after) === photoState(photo)) return { kind: "same" };
    return {
      kind: "ready",
      photos: photos.map((each) => (each === photo ? after : each)),
      ids: [id],
      detail: { changed: id },
    };
  });
}

/** Takes a photograph away for good: a backup that is put back does not bring it back either. */
export function removePhoto(
  store: Store,
  { id, expected }: { readonly id: string; readonly expected?: string },
): Promise<PhotoOutcome> {
  return changePhotos(store, async (writes, business) => {
    const photo = photosOf(business).find((each) => each.id === id);
    if (photo === undefined) return { kind: "unknown" };
    if (expected !== undefined && expected !== photoState(photo)) return { kind: "changed" };
    await noteErased(writes, id);
    await writes.erasePhotoFiles([id]);
    const photos = photosOf(business).filter((each) => each !== photo);
    return { kind: "ready", photos, ids: [id], detail: { removed: id } };
  });
}

/** Takes those away again, of a copy from before, that were erased since. Returns how many. */
export async function removePhotosWithin(
  writes: ReviewWrites,
  isErased: (id: string) => boolean,
  command: string,
): Promise<number> {
  const stored = await writes.business();
  const photos = photosOf(stored?.profile ?? null);
  const erased = photos.filter(({ id }) => isErased(id)).map(({ id }) => id);
  if (stored === null || erased.length === 0) return 0;
  const left = photos.filter(({ id }) => !isErased(id));
  await writes.erasePhotoFiles(erased);
  await writes.saveBusiness({ ...stored, profile: withPhotos(stored.profile, left) });
  const at = instantOfChange(writes.now, await writes.state());
  await writes.recordChange({ command, at, lines: [{ detail: { photos: { removed: erased } } }] });
  return erased.length;
}

/** What is said of a photograph, as it would be typed. */
export function typedWords({ caption, service, technician, date }: KeptPhoto): PhotoWords {
  return { caption: caption ?? "", service: service ?? "", technician: technician ?? "", date: date ?? "" };
}

type Decided =
  | {
      readonly kind: "ready";
      readonly photos: readonly KeptPhoto[];
      readonly ids: readonly string[];
      readonly detail: Readonly<Record<string, unknown>>;
    }
  | Exclude<PhotoOutcome, { kind: "saved" }>;

function changePhotos(
  { reviews }: Store,
  decide: (writes: ReviewWrites, business: KeptBusiness) => Promise<Decided>,
): Promise<PhotoOutcome> {
  return reviews.write(async (writes): Promise<PhotoOutcome> => {
    const stored = await writes.business();
    if (stored === null || stored.profile.is_sample) return { kind: "no_business" };
    const decided = await decide(writes, stored.profile);
    if (decided.kind !== "ready") return decided;
    const { photos, ids, detail } = decided;
    await writes.saveBusiness({ ...stored, profile: withPhotos(stored.profile, photos) });
    const at = instantOfChange(writes.now, await writes.state());
    const lines = [{ detail: { photos: detail } }];
    return { kind: "saved", ids, revision: await writes.recordChange({ command: "photos", at, lines }) };
  });
}

function withPhotos(business: KeptBusiness, photos: readonly KeptPhoto[]): KeptBusiness {
  const { job_photos: _former, ...rest } = business;
  return photos.length === 0 ? rest : { ...rest, job_photos: photos };
}

function readWords(
  words: PhotoWords,
  business: KeptBusiness,
  now: number,
):
  | { readonly kind: "said"; readonly said: Pick<KeptPhoto, PhotoField> }
  | { readonly kind: "refused"; readonly fields: PhotoField[] } {
  const caption = normaliseLine(words.caption);
  const date = words.date.trim();
  const service = idIn(business.services, words.service);
  const technician = idIn(business.technicians, words.technician);
  const isDay = date === "" || (isCalendarDate(date) && date <= calendarDateAt(now, business.time_zone));
  const isWrong: Readonly<Record<PhotoField, boolean>> = {
    caption: countCharacters(caption) > LONGEST_CAPTION,
    service: service === undefined,
    technician: technician === undefined,
    date: !isDay,
  };
  const fields = PHOTO_FIELDS.filter((field) => isWrong[field]);
  if (fields.length > 0 || service === undefined || technician === undefined) return { kind: "refused", fields };
  return { kind: "said", said: { caption: caption || null, service, technician, date: date || null } };
}

/** The id of an entry of the catalog, by it or by its name; null for none, undefined where there is no such entry. */
function idIn(
  list: readonly { readonly id: string; readonly name: string }[],
  typed: string,
): string | null | undefined {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return null;
  return (list.find(({ id }) => id === wanted) ?? list.find(({ name }) => name.toLowerCase() === wanted))?.id;
}

/** The store's own list of what must not come back. */
async function noteErased(writes: ReviewWrites, id: string): Promise<void> {
  const newKey = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const key = await writes.makeSetting("erasure_key", newKey);
  const before = erasedBefore(await writes.setting("erased"));
  await writes.saveSetting("erased", [...before, erasureDigest(key, "photo", id)].join(" "));
}

// Logo and photograph that a profile names: copies of our own, taken from the web.

/** Fetches a picture from the web and makes it ready; nothing private is reached. */
export type FetchPicture = (url: string, kind: PictureKind) => Promise<PictureReading>;

/** Makes pictures ready for pages, from the web or from the bytes of a file. */
export interface Pictures {
  readonly fetch: FetchPicture;
  readonly prepare: (bytes: Uint8Array, kind: PictureKind) => Promise<PictureReading>;
  /** A photograph of a job. */
  readonly preparePhoto: (bytes: Uint8Array) => Promise<PhotoReading>;
}

/** An import of a business that files describe. */
interface PicturedImport {
  readonly reading: Pick<ImportReading, "business" | "isBusinessSuggested">;
  readonly request: ImportRequest;
}

/**
 * Fetches the pictures that an import names, where there is no copy of them yet. One that cannot be had stops nothing: `notes` tell
 * the owner.
 */
export async function requestWithPictures(store: Store, { reading, request }: PicturedImport, fetch: FetchPicture) {
  const named = reading.business;
  if (named === null || named.is_sample || reading.isBusinessSuggested) return { request, notes: [] };
  const stored: KeptBusiness | undefined = (await readBusiness(store))?.profile;
  let businessAfter = request.businessAfter;
  const notes: string[] = [];
  for (const kind of PICTURE_KINDS) {
    const url = pictureUrl(named, kind);
    if (url === null || (stored?.[`${kind}_image`] && pictureUrl(stored, kind) === url)) continue;
    const fetched = await fetch(url, kind);
    if (fetched.kind === "refused") notes.push(`Cannot use the ${kind} at ${url}: ${fetched.reason}; ${INSTEAD[kind]}`);
    else {
      const before = businessAfter;
      businessAfter = (former) => withPicture(before(former), kind, fetched.picture);
    }
  }
  return { request: { ...request, businessAfter }, notes };
}

const INSTEAD = { logo: "pages show initials instead", photo: "pages show none" } as const;
