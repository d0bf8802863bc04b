/** Completes the business of a file with former values and defaults. */
import { type Address, type StoredProfile, type Technician, toNormalForm } from "../review/mod.ts";
import type { BusinessDraft, CatalogDraft, ImportReading } from "./reading.ts";

type DescribedBusiness = Pick<ImportReading, "business" | "isBusinessSuggested">;

/** The business after an import: an outside export's description is used only if there is no other. Null without any. */
export function businessAfter(reading: DescribedBusiness, previous: StoredProfile | null): StoredProfile | null {
  const { business: draft, isBusinessSuggested } = reading;
  if (draft === null) return previous;
  const isSettled = previous !== null && !previous.is_sample;
  return isBusinessSuggested && isSettled ? previous : completeBusiness(draft, previous);
}

/** Fills omitted fields from the previous business (never the sample), or with defaults. Technicians who are not public, which exports omit, are kept. */
export function completeBusiness(draft: BusinessDraft, previous: StoredProfile | null): StoredProfile {
  const isSample = draft.is_sample ?? false;
  const former = previous !== null && previous.is_sample === isSample ? previous : null;
  // Keep a stored picture only if its address has not changed.
  const isSameLogo = draft.logo === undefined || draft.logo === former?.logo;
  const photo = kept(draft.photo, former?.photo);
  const isSamePhoto = photo !== null && photo.url === former?.photo?.url;
  const googleReviewUrl = kept(draft.google_review_url, former?.google_review_url);
  return {
    name: draft.name,
    type: draft.type ?? former?.type ?? "LocalBusiness",
    description: kept(draft.description, former?.description),
    url: kept(draft.url, former?.url),
    telephone: kept(draft.telephone, former?.telephone),
    address: draft.address === undefined ? (former?.address ?? null) : completeAddress(draft.address),
    services: draft.services
      ? withIds(draft.services).map(({ id, name, keywords = [] }) => ({ id, name, keywords: [...keywords] }))
      : (former?.services ?? []),
    technicians: draft.technicians
      ? withPrivate(draft.technicians, former?.technicians ?? [])
      : (former?.technicians ?? []),
    service_areas: draft.service_areas
      ? withIds(draft.service_areas).map(({ id, name, aliases = [] }) => ({ id, name, aliases: [...aliases] }))
      : (former?.service_areas ?? []),
    opening_hours: [...(draft.opening_hours ?? former?.opening_hours ?? [])],
    time_zone: draft.time_zone ?? former?.time_zone ?? "UTC",
    language: draft.language ?? former?.language ?? "en",
    same_as: [...(draft.same_as ?? former?.same_as ?? [])],
    ...(googleReviewUrl && { google_review_url: googleReviewUrl }),
    logo: kept(draft.logo, former?.logo),
    photo,
    color: kept(draft.color, former?.color),
    report_to: kept(draft.report_to, former?.report_to),
    founded: kept(draft.founded, former?.founded),
    license_ids: [...(draft.license_ids ?? former?.license_ids ?? [])],
    license: kept(draft.license, former?.license),
    sources: [...(draft.sources ?? former?.sources ?? [])],
    is_sample: isSample,
    ...(isSameLogo && former?.logo_image && { logo_image: former.logo_image }),
    ...(isSamePhoto && former?.photo_image && { photo_image: former.photo_image }),
    ...(former?.job_photos && { job_photos: former.job_photos }),
    ...(former?.sample_record && { sample_record: former.sample_record }),
  };
}

function kept<T>(given: T | null | undefined, former: T | null | undefined): T | null {
  return given === undefined ? (former ?? null) : given;
}

function completeAddress(draft: Partial<Address> | null): Address | null {
  if (draft === null) return null;
  const { street_address = null, locality = null, region = null, postal_code = null, country = null } = draft;
  return { street_address, locality, region, postal_code, country };
}

function withPrivate(drafts: readonly CatalogDraft[], former: readonly Technician[]): Technician[] {
  const listed = withIds(drafts).map(({ id, name, aliases = [], public: isPublic = true }) => {
    return { id, name, aliases: [...aliases], public: isPublic };
  });
  const ids = new Set(listed.map(({ id }) => id));
  return [...listed, ...former.filter((technician) => !technician.public && !ids.has(technician.id))];
}

/** Adds an id to entries without one: a unique slug of the name. */
function withIds(drafts: readonly CatalogDraft[]): (CatalogDraft & { readonly id: string })[] {
  const taken = new Set(drafts.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return drafts.map((draft) => ({ ...draft, id: draft.id ?? freeSlug(draft.name, taken) }));
}

function freeSlug(name: string, taken: Set<string>): string {
  const slug = slugOf(name);
  let free = slug;
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`;
  taken.add(free);
  return free;
}

/** `water-heater-repair` for "Water Heater Repair". Ids are part of links, so the slug of a name must never change. */
function slugOf(name: string): string {
  const latin = toNormalForm(name, "NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  const spelled = latin.replace(/\P{ASCII}/gu, (c) =>
    /\p{L}|\p{N}/u.test(c) ? `u${(c.codePointAt(0) ?? 0).toString(16)}` : " ",
  );
  const slug = spelled
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 56)
    .replace(/-+$/, "");
  return slug === "" ? "entry" : slug;
}
