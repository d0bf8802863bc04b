/**
 * A picture of the business, made ready for pages: it is kept with the profile and never stands in an export.
 *
 * @module
 */
import type { Business } from "./business.ts";

/** A small WebP picture. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The bytes, base64. */
  readonly webp: string;
}

/** A business as it is kept: with its logo, where there is one. */
export type KeptBusiness = Business & { readonly logo_image?: Picture };

/** What came of making a picture ready. `reason` follows "Cannot use the logo: ". */
export type PictureReading =
  | { readonly kind: "picture"; readonly picture: Picture }
  | { readonly kind: "refused"; readonly reason: string };

/** The business with another logo; null takes it away. */
export function withLogo(business: KeptBusiness, logo: Picture | null): KeptBusiness {
  const { logo_image: _former, ...rest } = business;
  return logo === null ? rest : { ...rest, logo_image: logo };
}
