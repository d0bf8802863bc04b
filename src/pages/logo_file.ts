/**
 * The logo as a file of ours, under an address that names its content and so never changes.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { Picture } from "../review/mod.ts";
import { ASSET_CACHE_CONTROL } from "../web/headers.ts";
import { PATHS } from "../web/paths.ts";
import { digestOf } from "../web/representation.ts";
import type { PageDocument } from "./page_document.ts";

/** Path of a logo. */
export function logoPath({ webp }: Picture): string {
  return PATHS.logo.replace("{name}", `${digestOf(new TextEncoder().encode(webp)).slice(0, 10)}.webp`);
}

/** The logo under this name; null where it is not, or no longer, the one of the business. */
export function logoFile({ logo }: Publication, name: string): PageDocument | null {
  if (logo === null || !logoPath(logo).endsWith(`/${name}`)) return null;
  return {
    status: 200,
    mediaType: "image/webp",
    body: Uint8Array.fromBase64(logo.webp),
    cacheable: true,
    headers: { "Cache-Control": ASSET_CACHE_CONTROL, "Content-Security-Policy": "default-src 'none'" },
  };
}
