/** Logo and photograph that a profile names: copies of our own, taken from the web. */
import type { ImportReading } from "../import/mod.ts";
import {
  type KeptBusiness,
  type PhotoReading,
  PICTURE_KINDS,
  type PictureKind,
  type PictureReading,
  pictureUrl,
  withPicture,
} from "../review/mod.ts";
import type { ImportRequest } from "../store/import/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";

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
