/** Logo and photograph of a profile: own copies, fetched from the web. */
import type { ImportReading } from "../import/mod.ts";
import {
  type PhotoReading,
  PICTURE_KINDS,
  type PictureKind,
  type PictureReading,
  pictureUrl,
  type StoredProfile,
  withPicture,
} from "../review/mod.ts";
import type { ImportRequest } from "../store/import/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";

/** Fetches a picture from the web and prepares it; refuses private addresses. */
export type FetchPicture = (url: string, kind: PictureKind) => Promise<PictureReading>;

export interface Pictures {
  readonly fetch: FetchPicture;
  readonly prepare: (bytes: Uint8Array, kind: PictureKind) => Promise<PictureReading>;
  readonly preparePhoto: (bytes: Uint8Array) => Promise<PhotoReading>;
}

interface PicturedImport {
  readonly reading: Pick<ImportReading, "business" | "isBusinessSuggested">;
  readonly request: ImportRequest;
}

/** Fetches the pictures that an import names and that have no copy yet; `notes` name those that could not be fetched. */
export async function requestWithPictures(store: Store, { reading, request }: PicturedImport, fetch: FetchPicture) {
  const named = reading.business;
  if (named === null || named.is_sample || reading.isBusinessSuggested) return { request, notes: [] };
  const stored: StoredProfile | undefined = (await readBusiness(store))?.profile;
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
