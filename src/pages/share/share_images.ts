/**
 * The pictures beside shared links, as answers.
 *
 * @module
 */

import type { Draw, Drawing } from "../../platform.ts";
import type { Publication } from "../../publication/mod.ts";
import type { Mentioned } from "../entity/mentioned.ts";
import { errorPage } from "../load_pages.ts";
import type { PageDocument } from "../page_document.ts";
import type { PageSite } from "../site.ts";
import { mentionedDrawing, ratingDrawing, reviewDrawing } from "./share_drawing.ts";

/** The picture of the business. */
export function ratingImage(publication: Publication, site: PageSite, draw: Draw): Promise<PageDocument> {
  return imageOf(ratingDrawing(publication, site), site, draw);
}

/** The picture of a review; 404 where there is none. */
export async function reviewImage(
  publication: Publication,
  site: PageSite,
  { id, draw }: { readonly id: string; readonly draw: Draw },
): Promise<PageDocument> {
  const ordinal = publication.ordinalOf(id);
  if (ordinal === null) return errorPage(site, 404, { publication });
  return imageOf(reviewDrawing(publication, publication.reviewAt(ordinal), site), site, draw);
}

/** The picture of a technician or a service; 404 where there is none. */
export async function mentionedImage(
  publication: Publication,
  site: PageSite,
  { found, draw }: { readonly found: Mentioned | undefined; readonly draw: Draw },
): Promise<PageDocument> {
  if (found === undefined) return errorPage(site, 404, { publication });
  return imageOf(mentionedDrawing(publication, found, site), site, draw);
}

async function imageOf(drawing: Drawing, site: PageSite, draw: Draw): Promise<PageDocument> {
  const png = await draw(drawing);
  if (png === null) return errorPage(site, 503);
  return { status: 200, mediaType: "image/png", body: png, cacheable: true };
}
