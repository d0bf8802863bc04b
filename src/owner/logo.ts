/**
 * The logo on the pages: a copy of our own, taken from a file or from the address that the profile names.
 *
 * @module
 */
import { completeBusiness, type ImportReading, UNNAMED_BUSINESS } from "../import/mod.ts";
import { type KeptBusiness, type Picture, type PictureReading, withLogo } from "../review/mod.ts";
import { type ImportRequest, readBusiness, type Store } from "../store/mod.ts";
import { carryOutImport } from "./carry_out_import.ts";
import { NO_PROGRESS } from "./progress.ts";

/** Fetches a picture from the web and makes it ready; nothing private is reached. */
export type FetchPicture = (url: string) => Promise<PictureReading>;

/** An import with the logo that its files name, and what the owner should know of it. */
export interface RequestWithLogo<Request> {
  readonly request: Request;
  readonly notes: readonly string[];
}

type ReadBusiness = Pick<ImportReading, "business" | "isBusinessSuggested">;

/** Fetches the logo that an import names, where there is no copy of it yet. A logo that cannot be had stops nothing. */
export async function requestWithLogo<Request extends Pick<ImportRequest, "businessAfter">>(
  store: Store,
  { reading, request }: { readonly reading: ReadBusiness; readonly request: Request },
  fetch: FetchPicture,
): Promise<RequestWithLogo<Request>> {
  const url = reading.business?.logo;
  const stored: KeptBusiness | undefined = (await readBusiness(store))?.profile;
  const isKept = stored?.logo === url && stored?.logo_image !== undefined;
  if (!url || isKept || reading.business?.is_sample || reading.isBusinessSuggested) return { request, notes: [] };
  const fetched = await fetch(url);
  if (fetched.kind === "refused") {
    return { request, notes: [`Cannot use the logo at ${url}: ${fetched.reason}; pages show initials instead`] };
  }
  const businessAfter: ImportRequest["businessAfter"] = (before) =>
    withLogo(request.businessAfter(before), fetched.picture);
  return { request: { ...request, businessAfter }, notes: [] };
}

/** Keeps a logo, or takes it away with null. The revision, or null when nothing changed. */
export async function saveLogo(store: Store, logo: Picture | null): Promise<number | null> {
  const { analystFor } = await import("../publishing/analyst.ts");
  const request: ImportRequest = {
    drafts: [],
    businessAfter: (stored) => withLogo(stored ?? completeBusiness({ name: UNNAMED_BUSINESS }, null), logo),
    insightsOverrides: null,
    replace: false,
    complete: false,
    analystFor,
    newKey: crypto.getRandomValues(new Uint8Array(32)).toHex(),
  };
  const { summary, revision } = await carryOutImport(store, request, {
    command: "logo",
    files: [],
    progress: NO_PROGRESS,
  });
  return summary.businessChanged ? revision : null;
}
