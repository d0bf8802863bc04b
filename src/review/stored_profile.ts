/** A business as it is stored, with its pictures, and its public part. Exports do not contain pictures. */
import type { Business, JobPhoto } from "./business.ts";
import type { CalendarDate } from "./field_values.ts";

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly webp: string;
}

export const PICTURE_KINDS = ["logo", "photo"] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** A photograph of a job, whose files are in the store. */
export interface StoredPhoto extends Pick<JobPhoto, "caption" | "service" | "technician"> {
  readonly id: string;
  readonly date: CalendarDate | null;
  readonly digest: string;
  readonly sizes: readonly PhotoSize[];
}

export interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

export function photoFileName(digest: string, { width }: PhotoSize): string {
  return `${digest}-${width}.webp`;
}

export type StoredProfile = Omit<Business, "photos"> & {
  readonly [kind in PictureKind as `${kind}_image`]?: Picture;
} & {
  readonly job_photos?: readonly StoredPhoto[];
  /** JSON of the record of the sample, whose jobs are not kept. */
  readonly sample_record?: string;
};

export const UNNAMED_BUSINESS = "Unnamed business";

/** The public part of a business, without technicians who are not public, and without photographs if `photoUrl` is absent. */
export function publicBusiness(business: StoredProfile, photoUrl?: (name: string) => string): Business {
  // A business that an older release stored lacks newer fields.
  const {
    logo_image: _logo,
    photo_image: _photo,
    job_photos = [],
    sample_record: _record,
    is_sample,
    photo = null,
    color = null,
    report_to = null,
    license = null,
    sources = [],
    opening_hours = [],
    ...rest
  } = business;
  const technicians = business.technicians.filter((technician) => technician.public);
  const shown = { ...rest, technicians, photo, color, report_to, license, sources, opening_hours, is_sample };
  if (photoUrl === undefined || job_photos.length === 0) return shown;
  return { ...shown, photos: job_photos.map((each) => publicPhoto(each, shown, photoUrl)) };
}

/** A photograph as it is published. Omits a service that has been removed, and a technician who is not public. */
function publicPhoto(photo: StoredPhoto, shown: Business, urlOf: (name: string) => string): JobPhoto {
  const { digest, sizes, caption, service, technician, date } = photo;
  const files = sizes.map((size) => ({ url: urlOf(photoFileName(digest, size)), ...size }));
  const [whole, preview = whole] = files;
  if (whole === undefined || preview === undefined) throw new TypeError(`Photograph ${photo.id} has no file`);
  const among = (list: readonly { readonly id: string }[], id: string | null) =>
    list.some((entry) => entry.id === id) ? id : null;
  return {
    ...whole,
    preview,
    caption,
    service: among(shown.services, service),
    technician: among(shown.technicians, technician),
    date,
  };
}

export type PictureReading =
  | { readonly kind: "picture"; readonly picture: Picture }
  | { readonly kind: "refused"; readonly reason: string };

/** A photograph of a job, resized and without the metadata of its camera. */
export interface PreparedPhoto extends Pick<StoredPhoto, "digest"> {
  readonly files: readonly (PhotoSize & { readonly bytes: Uint8Array })[];
}

export type PhotoFault = "empty" | "too_large" | "too_many_pixels" | "heic" | "other_format" | "damaged";

export type PhotoReading =
  | { readonly kind: "photo"; readonly photo: PreparedPhoto }
  | { readonly kind: "refused"; readonly fault: PhotoFault };

export function withPicture(business: StoredProfile, kind: PictureKind, picture: Picture | null): StoredProfile {
  const { [`${kind}_image` as const]: _former, ...rest } = business;
  return picture === null ? (rest as Business) : { ...(rest as Business), [`${kind}_image`]: picture };
}

export function pictureUrl(business: Partial<Pick<Business, PictureKind>>, kind: PictureKind): string | null {
  return (kind === "logo" ? business.logo : business.photo?.url) ?? null;
}

// WebP without metadata (https://developers.google.com/speed/webp/docs/riff_container).

const PIXEL_CHUNKS: readonly string[] = ["VP8X", "VP8 ", "VP8L", "ALPH"];
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const OTHER_CHUNKS = 0x20 | 0x08 | 0x04 | 0x02;

/** Removes the colour profile and metadata, which may name a person and a place, from a still picture. Copies other bytes. */
export function withoutWebpNotes(webp: Uint8Array): Uint8Array<ArrayBuffer> {
  if (new TextDecoder("latin1").decode(webp.subarray(8, HEADER_BYTES)) !== "WEBP") return new Uint8Array(webp);
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const result = new Uint8Array(webp.length);
  result.set(webp.subarray(0, HEADER_BYTES));
  let end = HEADER_BYTES;
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= webp.length; ) {
    const name = String.fromCharCode(...webp.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const next = at + CHUNK_HEADER_BYTES + size + (size % 2);
    if (PIXEL_CHUNKS.includes(name)) {
      const chunk = webp.subarray(at, next);
      result.set(chunk, end);
      if (name === "VP8X") result[end + CHUNK_HEADER_BYTES] = (chunk[CHUNK_HEADER_BYTES] ?? 0) & ~OTHER_CHUNKS;
      end += chunk.length;
    }
    at = next;
  }
  new DataView(result.buffer).setUint32(4, end - 8, true);
  return result.subarray(0, end);
}
