/** Changes single fields of the business: its profile, technicians, services and areas. */
import { type BusinessFault, checkBusiness, completeBusiness } from "../import/mod.ts";
import { analystFor } from "../publication/publishing/mod.ts";
import { type Business, type Picture, type PictureKind, type StoredProfile, withPicture } from "../review/mod.ts";
import type { ImportRequest } from "../store/import/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { linesOf, membersOf, placeAt, textAt, typedValue } from "./business_fields.ts";
import { type FetchPicture, requestWithPictures } from "./pictures.ts";
import { stateOf } from "./review_state.ts";
import { NO_PROGRESS, runImport } from "./run_import.ts";

/** `technicians` takes a line for each new entry; `technicians.ana` with null removes one. */
export interface BusinessEdit {
  readonly path: string;
  readonly text: string | null;
  /** Whether added technicians may be named in public. Default true. */
  readonly isPublic?: boolean;
}

/** Replaces a picture, or removes it if null; a removed photograph loses its description as well. */
export interface PictureEdit {
  readonly kind: PictureKind;
  readonly picture: Picture | null;
}

interface EditOrder {
  readonly edits: readonly BusinessEdit[];
  readonly picture?: PictureEdit | undefined;
  readonly expected?: string | undefined;
  readonly fetch: FetchPicture;
  /** Whether the running server analyses reviews by the changed catalog later. Default false. */
  readonly leavesAnalysis?: boolean;
}

interface EditFault extends Omit<BusinessFault, "field"> {
  readonly path: string;
}

export type EditOutcome =
  | {
      readonly kind: "saved";
      readonly revision: number;
      readonly changed: readonly string[];
      readonly notes: readonly string[];
    }
  | { readonly kind: "same" }
  | { readonly kind: "refused"; readonly faults: readonly EditFault[] }
  | { readonly kind: "changed" }
  | { readonly kind: "unknown"; readonly path: string };

export function businessAfterEdits(
  business: StoredProfile | null,
  edits: readonly BusinessEdit[],
): StoredProfile | null {
  return edits.reduce((former, edit) => {
    const decided = decide(former, { edits: [edit] });
    return decided.kind === "ready" ? decided.business : former;
  }, ownOf(business));
}

/** Everything edited here; photographs of jobs have a state of their own. */
export function seenOfBusiness(business: StoredProfile | null): unknown {
  const own = ownOf(business);
  return own && { ...own, job_photos: null };
}

/** Saves all edits or refuses them. The first edit of the sample starts the owner's own business. */
export async function editBusiness(store: Store, order: EditOrder): Promise<EditOutcome> {
  const decided = decide((await readBusiness(store))?.profile ?? null, order);
  if (decided.kind !== "ready") return decided;
  const { changed, business } = decided;
  const namesPicture = order.picture === undefined && changed.some((path) => path === "logo" || path === "photo.url");
  const asked: ImportRequest = {
    drafts: [],
    // Decided again within the transaction that saves it, since the business may have changed.
    businessAfter: (stored) => {
      const now = decide(stored, order);
      if (now.kind === "ready") return now.business;
      throw new RefusedError(now);
    },
    insightsOverrides: null,
    replace: false,
    complete: false,
    analystFor,
    newKey: crypto.getRandomValues(new Uint8Array(32)).toHex(),
  };
  const { leavesAnalysis } = order;
  const options = { command: "profile", files: [], detail: { fields: changed }, leavesAnalysis, progress: NO_PROGRESS };
  try {
    const reading = { business: namesPicture ? business : null, isBusinessSuggested: false };
    const { request, notes } = await requestWithPictures(store, { reading, request: asked }, order.fetch);
    const { summary, revision } = await runImport(store, request, options);
    return summary.businessChanged ? { kind: "saved", revision, changed, notes } : { kind: "same" };
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal;
    throw error;
  }
}

class RefusedError extends Error {
  constructor(readonly refusal: Refused) {
    super("The business cannot be changed this way");
  }
}

type Refused = Exclude<EditOutcome, { kind: "saved" }>;

type Decided =
  | { readonly kind: "ready"; readonly business: StoredProfile; readonly changed: readonly string[] }
  | Refused;

function decide(stored: StoredProfile | null, { edits, picture, expected }: Omit<EditOrder, "fetch">): Decided {
  const former = ownOf(stored);
  if (expected !== undefined && expected !== stateOf(seenOfBusiness(former))) return { kind: "changed" };
  const given: Record<string, unknown> = { name: former?.name ?? "" };
  for (const edit of edits) {
    if (!applyEdit(given, former, edit)) return { kind: "unknown", path: edit.path };
  }
  const isPhotoNew = picture?.kind === "photo" && picture.picture !== null;
  const checked = withoutEmpty(given);
  // A photograph needs its description and author.
  if (isPhotoNew) checked.photo = given.photo ?? former?.photo ?? {};
  const { draft, faults } = checkBusiness(checked);
  if (faults.length > 0) return { kind: "refused", faults: faults.map((fault) => faultOf(fault, given)) };
  // The edits list every technician, so that one who is not public can be removed as well.
  const kept = former !== null && draft.technicians !== undefined ? { ...former, technicians: [] } : former;
  const business = withPictureOf(completeBusiness(draft, kept), picture);
  const changed = edits.map(({ path }) => path).filter((path) => textAt(former, path) !== textAt(business, path));
  const image = picture && (`${picture.kind}_image` as const);
  if (image !== undefined && stateOf(former?.[image]) !== stateOf(business[image])) changed.push(image);
  return changed.length === 0 && former !== null ? { kind: "same" } : { kind: "ready", business, changed };
}

function withPictureOf(business: StoredProfile, edit: PictureEdit | undefined): StoredProfile {
  if (edit === undefined) return business;
  const { kind, picture } = edit;
  return withPicture(kind === "photo" && picture === null ? { ...business, photo: null } : business, kind, picture);
}

/** Never inherit values from the sample business. */
function ownOf<B extends Business>(business: B | null): B | null {
  return business?.is_sample ? null : business;
}

function applyEdit(given: Record<string, unknown>, former: Business | null, edit: BusinessEdit): boolean {
  const { path, text, isPublic = true } = edit;
  const place = placeAt(path);
  if (place === null || (text === null) !== (place.kind === "entry")) return false;
  if (place.kind === "field") {
    const { outer, inner } = place;
    const value = typedValue(place.is, text ?? "");
    given[outer] =
      inner === undefined ? value : { ...membersOf(given[outer] ?? membersOf(former)[outer]), [inner]: value };
    return true;
  }
  const entries = (given[place.list] ?? former?.[place.list] ?? []) as readonly Entry[];
  if (place.kind === "list") {
    given[place.list] = withNames(entries, linesOf(text ?? ""), isPublic ? {} : { public: false });
    return true;
  }
  if (!entries.some(({ id }) => id === place.id)) return false;
  given[place.list] =
    place.kind === "entry"
      ? entries.filter(({ id }) => id !== place.id)
      : entries.map((entry) =>
          entry.id === place.id ? { ...entry, [place.name]: typedValue(place.is, text ?? "") } : entry,
        );
  return true;
}

interface Entry {
  readonly id?: string;
  readonly name: string;
}

function withNames(entries: readonly Entry[], names: readonly string[], fields: { readonly public?: false }): Entry[] {
  const known = new Set(entries.map(({ name }) => name.toLowerCase()));
  const isNew = (name: string) => !known.has(name.toLowerCase()) && known.add(name.toLowerCase());
  return [...entries, ...names.filter(isNew).map((name) => ({ name, ...fields }))];
}

function withoutEmpty({ address, photo, ...given }: Record<string, unknown>): Record<string, unknown> {
  const orNull = (value: unknown) =>
    Object.values(membersOf(value)).some((part) => part !== null && part !== "") ? value : null;
  return {
    ...given,
    ...(address !== undefined && { address: orNull(address) }),
    ...(photo !== undefined && { photo: orNull(photo) }),
  };
}

/** Maps `business.technicians[2].aliases[0]` to `technicians.ana.aliases`, and `business.same_as[1]` to `same_as`. */
function faultOf({ field, ...fault }: BusinessFault, given: Readonly<Record<string, unknown>>): EditFault {
  const [, list = "", number = "", rest = ""] = /^business\.(\w+)(?:\[(\d+)\])?(?:\.([\w.]+))?/.exec(field) ?? [];
  const id = (given[list] as readonly Entry[] | undefined)?.[Number(number)]?.id;
  const isEntry = number !== "" && placeAt(list)?.kind === "list";
  const within = isEntry ? id : number === "" ? "" : undefined;
  // Without an id, the whole list is named.
  const parts = within === undefined ? [list] : [list, within, rest];
  return { path: parts.filter((part) => part !== "").join("."), ...fault };
}
