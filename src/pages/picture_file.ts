/**
 * Logo and photograph as files of ours, each under an address that names its content and so never changes.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { Picture, PictureKind } from "../review/mod.ts";
import { ASSET_CACHE_CONTROL } from "../web/headers.ts";
import { PATHS } from "../web/paths.ts";
import { digestOf } from "../web/representation.ts";
import type { PageDocument } from "./page_document.ts";

/** Path of a picture of this kind. */
export function picturePath(kind: PictureKind, { webp }: Picture): string {
  return PATHS[kind].replace("{name}", `${digestOf(new TextEncoder().encode(webp)).slice(0, 10)}.webp`);
}

/** The picture under this name; null where it is not, or no longer, the one of the business. */
export function pictureFile(publication: Publication, kind: PictureKind, name: string): PageDocument | null {
  const picture = publication[kind];
  if (picture === null || !picturePath(kind, picture).endsWith(`/${name}`)) return null;
  return {
    status: 200,
    mediaType: "image/webp",
    body: Uint8Array.fromBase64(picture.webp),
    cacheable: true,
    headers: { "Cache-Control": ASSET_CACHE_CONTROL, "Content-Security-Policy": "default-src 'none'" },
  };
}
