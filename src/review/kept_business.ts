/** A business as it is kept, with its pictures, and what of it is public. Pictures never stand in an export. */
import type { Business } from "./business.ts";

/** A small WebP picture. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The bytes, base64. */
  readonly webp: string;
}

/** The pictures that a business may have. */
export const PICTURE_KINDS = ["logo", "photo"] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** A business as it is kept: with its pictures, where there are any. */
export type KeptBusiness = Business & { readonly [kind in PictureKind as `${kind}_image`]?: Picture };

/** What a business is called until somebody describes it. */
export const UNNAMED_BUSINESS = "Unnamed business";

/** What may be shown of a business: technicians who are not public are left out. */
export function publicBusiness(business: KeptBusiness): Business {
  // One that was stored by an older release lacks what came later.
  const {
    logo_image: _logo,
    photo_image: _photo,
    is_sample,
    photo = null,
    color = null,
    report_to = null,
    license = null,
    sources = [],
    ...rest
  } = business;
  const technicians = business.technicians.filter((technician) => technician.public);
  return { ...rest, technicians, photo, color, report_to, license, sources, is_sample };
}

/** What came of making a picture ready. `reason` follows "Cannot use the logo: ". */
export type PictureReading =
  | { readonly kind: "picture"; readonly picture: Picture }
  | { readonly kind: "refused"; readonly reason: string };

/** The business with another logo or photograph; null takes it away. */
export function withPicture(business: KeptBusiness, kind: PictureKind, picture: Picture | null): KeptBusiness {
  const { [`${kind}_image` as const]: _former, ...rest } = business;
  return picture === null ? (rest as Business) : { ...(rest as Business), [`${kind}_image`]: picture };
}

/** Where the profile says that a picture is to be fetched from; null where it names no address. */
export function pictureUrl(business: Partial<Pick<Business, PictureKind>>, kind: PictureKind): string | null {
  return (kind === "logo" ? business.logo : business.photo?.url) ?? null;
}
