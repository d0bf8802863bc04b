/**
 * Logo and photograph on the pages: copies of our own, taken from a file or from the address that the profile names.
 *
 * @module
 */
import { completeBusiness, type ImportReading, readPhoto, UNNAMED_BUSINESS } from "../import/mod.ts";
import {
  type Business,
  type KeptBusiness,
  type Photo,
  PICTURE_KINDS,
  type Picture,
  type PictureKind,
  type PictureReading,
  pictureUrl,
  withPicture,
} from "../review/mod.ts";
import { type ImportRequest, readBusiness, type Store } from "../store/mod.ts";
import { saveBusiness } from "./save_business.ts";
import { stateOf } from "./state.ts";

/** Fetches a picture from the web and makes it ready; nothing private is reached. */
export type FetchPicture = (url: string, kind: PictureKind) => Promise<PictureReading>;

/** An import with the pictures that its files name, and what the owner should know of them. */
interface RequestWithPictures<Request> {
  readonly request: Request;
  readonly notes: readonly string[];
}

type ReadBusiness = Pick<ImportReading, "business" | "isBusinessSuggested">;

/** Fetches the pictures that an import names, where there is no copy of them yet. One that cannot be had stops nothing. */
export async function requestWithPictures<Request extends Pick<ImportRequest, "businessAfter">>(
  store: Store,
  { reading, request }: { readonly reading: ReadBusiness; readonly request: Request },
  fetch: FetchPicture,
): Promise<RequestWithPictures<Request>> {
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

/** What came of a new picture. All but `saved` leave the store as it was. */
export type PictureOutcome =
  | { readonly kind: "saved"; readonly revision: number }
  | { readonly kind: "same" }
  /** Somebody else has changed it since. */
  | { readonly kind: "changed" };

/** What the business shows of a picture, to be given as `expected` when another one takes its place. */
export function pictureState(business: KeptBusiness | null, kind: PictureKind): string {
  const { [kind]: named = null, [`${kind}_image` as const]: picture = null } = business ?? {};
  return stateOf({ named, picture });
}

/** Keeps a logo, or takes it away with null. Doing it twice changes nothing. */
export function saveLogo(store: Store, logo: Picture | null, expected?: string): Promise<PictureOutcome> {
  return save(store, { kind: "logo", expected, change: (business) => withPicture(business, "logo", logo) });
}

/** Keeps a photograph with what is known of it, or takes both away with null. Doing it twice changes nothing. */
export function savePhoto(
  store: Store,
  photo: { readonly picture: Picture; readonly of: Photo } | null,
  expected?: string,
): Promise<PictureOutcome> {
  const change = (business: KeptBusiness) =>
    withPicture({ ...business, photo: photo?.of ?? null }, "photo", photo?.picture ?? null);
  return save(store, { kind: "photo", expected, change });
}

interface NewPicture {
  readonly kind: PictureKind;
  readonly expected: string | undefined;
  readonly change: (business: KeptBusiness) => KeptBusiness;
}

function save(store: Store, { kind, expected, change }: NewPicture): Promise<PictureOutcome> {
  return saveBusiness<{ readonly kind: "changed" }>(store, {
    decide: (stored) =>
      expected === undefined || expected === pictureState(stored, kind)
        ? { kind: "ready", business: change(stored ?? completeBusiness({ name: UNNAMED_BUSINESS }, null)) }
        : { kind: "changed" },
    command: kind,
  });
}

/** What an owner says of a photograph; what is left out stays as the profile has it. */
interface WordsOnPhoto {
  readonly url: string | null;
  readonly description: string | undefined;
  readonly author: string | undefined;
  /** SPDX id or address of a licence; "none" for all rights reserved. */
  readonly license: string | undefined;
}

/** Completes what is said of a photograph from the profile. @throws {GoodwordError} input_refused, naming every fault */
export function wordsOnPhoto({ photo: former = null }: Partial<Pick<Business, "photo">>, said: WordsOnPhoto): Photo {
  const { url, description = former?.description, author = former?.author, license = former?.license } = said;
  return readPhoto({ url, description, author, license: license === "none" ? null : license });
}
