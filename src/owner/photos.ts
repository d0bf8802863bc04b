/** Adds, describes and removes photographs of jobs, whose files are stored with the profile. */
import Type from "typebox";
import {
  calendarDateAt,
  MAX_CAPTION_LENGTH,
  MAX_PHOTOS,
  normaliseLine,
  type PreparedPhoto,
  photoFileName,
  type StoredPhoto,
  type StoredProfile,
} from "../review/mod.ts";
import { erasedBefore, erasureDigest } from "../store/import/mod.ts";
import { instantOfChange, type ReviewReads, type ReviewWrites, readBusiness, type Store } from "../store/mod.ts";
import { act, done, type Subject, same } from "./act.ts";
import { DATE, FILES, field, type GivenFile } from "./act_input.ts";
import { type ActRefusal, refused, refusedFor } from "./refusal.ts";
import { stateOf } from "./review_state.ts";

export async function listPhotos(store: Store): Promise<readonly StoredPhoto[]> {
  return photosOf((await readBusiness(store))?.profile ?? null);
}

export function photosOf(business: StoredProfile | null): readonly StoredPhoto[] {
  return business?.job_photos ?? [];
}

const seen = ({ caption, service, technician, date }: StoredPhoto) => [caption, service, technician, date];

const photo: Subject<StoredPhoto> = {
  argument: { name: "<id>", description: "its id, as shown by goodword photos list" },
  path: "profile/photos/:id",
  unknown: "act.noPhoto",
  find: async (reads, ids) =>
    photosOf((await ownBusiness(reads))?.profile ?? null).filter(({ id }) => ids.includes(id)),
  id: ({ id }) => id,
  seen,
};

/** The description of a photograph. A service and a technician are given by id or name; "" clears one. */
const WORDS = {
  caption: Type.Optional(
    Type.String({
      maxLength: MAX_CAPTION_LENGTH,
      ...field({
        flags: "--caption <text>",
        help: "what it shows, in at most 140 characters",
        isClearable: true,
        label: "photos.caption",
        hint: "photos.caption.hint",
      }),
    }),
  ),
  service: Type.Optional(
    Type.String(field({ help: "id or name of the service", label: "jobs.service", isClearable: true })),
  ),
  technician: Type.Optional(
    Type.String(field({ help: "id or name of the technician", label: "jobs.technician", isClearable: true })),
  ),
  date: Type.Optional(
    Type.String({ ...DATE, ...field({ help: "day of the job", label: "photos.date", isClearable: true }) }),
  ),
};

/** Decoded, such a file may take two hundred megabytes, so files are read one after the other. */
const MAX_FILE_BYTES = 10 << 20;

export const addPhotos = act({
  name: "photos add",
  command: "photos",
  path: "profile/photos",
  details:
    "Takes JPEG, PNG or WebP of at most 10 MB and 40 million pixels, rotates it upright, and stores two copies as WebP, at most " +
    "1,600 and 640 pixels wide and high, without camera metadata such as the location. At most 60 are stored. A photograph that was " +
    "added before is not added again.",
  examples: [
    [
      'goodword photos add before.jpg after.jpg --caption "New boiler in Oak Street" --service boiler-repair',
      "two photographs of one job",
    ],
  ],
  input: Type.Object({
    files: Type.Array(Type.Unsafe<GivenFile>({}), {
      ...FILES,
      ...field({
        flags: "<files...>",
        help: "the files",
        accept: "image/jpeg,image/png,image/webp",
        label: "frame.nav.photos",
        hint: "photos.hint",
        missing: "photos.missing",
      }),
    }),
    ...WORDS,
  }),
  async prepare({ files }, { pictures }) {
    const ready: PreparedPhoto[] = [];
    const faults: ActRefusal[] = [];
    for (const { name: file, size, read } of files) {
      const isTooLarge = size > MAX_FILE_BYTES;
      const reading = isTooLarge
        ? ({ kind: "refused", fault: "too_large" } as const)
        : await pictures.preparePhoto(await read());
      if (reading.kind === "photo") ready.push(reading.photo);
      else faults.push(refused("invalid", `photos.fault.${reading.fault}`, { file }, "files"));
    }
    return refusedFor(faults) ?? { kind: "ready", ready };
  },
  async run(writes, { input, ready }) {
    const stored = await ownBusiness(writes);
    if (stored === null) return refused("unknown", "pictures.first");
    const kept = photosOf(stored.profile);
    const read = readWords(input, stored.profile, writes.now);
    if (read.kind === "refused") return read;
    const known = new Set(kept.map(({ digest }) => digest));
    const fresh = ready.filter(({ digest }) => !known.has(digest) && known.add(digest));
    if (fresh.length === 0) return UNCHANGED;
    if (kept.length + fresh.length > MAX_PHOTOS) {
      return refused("invalid", "photos.full", { count: kept.length, most: MAX_PHOTOS }, "files");
    }
    const added = fresh.map(({ digest, files }): StoredPhoto => {
      const sizes = files.map(({ width, height }) => ({ width, height }));
      const { caption = null, service = null, technician = null, date = null } = read.words;
      const id = crypto.getRandomValues(new Uint8Array(6)).toHex();
      return { id, digest, sizes, caption, service, technician, date };
    });
    for (const [at, { files, digest }] of fresh.entries()) {
      const named = files.map((file) => ({ name: photoFileName(digest, file), bytes: file.bytes }));
      await writes.savePhotoFiles(added[at]?.id ?? "", named);
    }
    const ids = added.map(({ id }) => id);
    const what = `Added ${ids.length === 1 ? "1 photograph" : `${ids.length} photographs`}: ${ids.join(", ")}`;
    return savePhotos(writes, (before) => [...added, ...before], { ids, what, detail: { added: ids } });
  },
});

export const editPhoto = act({
  name: "photos edit",
  command: "photos",
  subject: photo,
  details: 'Omitted options stay; "" clears one.',
  input: Type.Object(WORDS),
  async run(writes, { one, input }) {
    const business = (await writes.business())?.profile ?? null;
    const read = readWords(input, business, writes.now);
    if (read.kind === "refused") return read;
    const after = { ...one, ...read.words };
    if (stateOf(seen(after)) === stateOf(seen(one))) return UNCHANGED;
    const { id } = one;
    const edited = (before: readonly StoredPhoto[]) => before.map((each) => (each.id === id ? after : each));
    return savePhotos(writes, edited, { ids: [id], what: `Changed photograph ${id}`, detail: { changed: id } });
  },
});

/** Removes a photograph permanently: restoring a backup does not bring it back. */
export const removePhoto = act({
  name: "photos remove",
  command: "photos",
  subject: photo,
  details: "Its address returns 404, and restoring a backup does not bring it back.",
  input: Type.Object({}),
  async run(writes, { one: { id } }) {
    await noteErased(writes, id);
    await writes.erasePhotoFiles([id]);
    const left = (before: readonly StoredPhoto[]) => before.filter((each) => each.id !== id);
    return savePhotos(writes, left, { ids: [id], what: `Removed photograph ${id}`, detail: { removed: id } });
  },
});

/** Removes photographs from a restored copy that were erased since it was made. Returns their number. */
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

const UNCHANGED = same({ lines: ["Nothing to change"], data: { changed: false }, notice: "done.saved" });

/** The drawings of the sample are not the owner's to change. */
async function ownBusiness(reads: ReviewReads) {
  const stored = await reads.business();
  return stored === null || stored.profile.is_sample ? null : stored;
}

interface PhotoChange {
  readonly ids: readonly string[];
  readonly what: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

async function savePhotos(
  writes: ReviewWrites,
  changed: (before: readonly StoredPhoto[]) => readonly StoredPhoto[],
  { ids, what, detail }: PhotoChange,
) {
  const stored = await ownBusiness(writes);
  if (stored === null) return refused("unknown", "pictures.first");
  await writes.saveBusiness({ ...stored, profile: withPhotos(stored.profile, changed(photosOf(stored.profile))) });
  const at = instantOfChange(writes.now, await writes.state());
  const revision = await writes.recordChange({ command: "photos", at, lines: [{ detail: { photos: detail } }] });
  const data = { changed: true, ids, revision };
  return done<{ changed: boolean }>({ lines: [`${what}; revision ${revision}`], data, notice: "done.saved" });
}

function withPhotos(business: StoredProfile, photos: readonly StoredPhoto[]): StoredProfile {
  const { job_photos: _former, ...rest } = business;
  return photos.length === 0 ? rest : { ...rest, job_photos: photos };
}

type PhotoField = keyof typeof WORDS;

function readWords(
  given: Partial<Record<PhotoField, string>>,
  business: StoredProfile | null,
  now: number,
): ActRefusal | { readonly kind: "read"; readonly words: Partial<Pick<StoredPhoto, PhotoField>> } {
  const words: Partial<Record<PhotoField, string | null>> = {};
  const faults: ActRefusal[] = [];
  for (const [name, list] of [
    ["service", business?.services],
    ["technician", business?.technicians],
  ] as const) {
    const typed = given[name];
    if (typed === undefined) continue;
    const id = idIn(list ?? [], typed);
    if (id === undefined) faults.push(refused("invalid", `photos.wrong.${name}`, { name: typed }, name));
    else words[name] = id;
  }
  const { caption, date } = given;
  if (caption !== undefined) words.caption = normaliseLine(caption) || null;
  if (date !== undefined) words.date = date || null;
  if (date && date > calendarDateAt(now, business?.time_zone ?? "UTC"))
    faults.push(refused("invalid", "act.inFuture", { date }, "date"));
  return refusedFor(faults) ?? { kind: "read", words };
}

/** The id of a catalog entry, given by id or name; null for "", undefined if there is no such entry. */
function idIn(
  list: readonly { readonly id: string; readonly name: string }[],
  typed: string,
): string | null | undefined {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return null;
  return (list.find(({ id }) => id === wanted) ?? list.find(({ name }) => name.toLowerCase() === wanted))?.id;
}

async function noteErased(writes: ReviewWrites, id: string): Promise<void> {
  const newKey = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const key = await writes.makeSetting("erasure_key", newKey);
  const before = erasedBefore(await writes.setting("erased"));
  await writes.saveSetting("erased", [...before, erasureDigest(key, "photo", id)].join(" "));
}
