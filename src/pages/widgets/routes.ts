/**
 * What the business shows elsewhere, as rows: badge, embedded list, printed card, share images, and the page that
 * offers them.
 */
import { Type } from "typebox";
import { PATHS } from "../../http/paths.ts";
import type { Draw, Drawing } from "../../platform.ts";
import type { Publication } from "../../publication/mod.ts";
import { ReviewId } from "../../review/mod.ts";
import { type Mentioned, mentionedOf } from "../entity.ts";
import { card, errorPage, widgetsPage } from "../load_pages.ts";
import { CatalogIdParameter, type PageDocument, type PageRoute } from "../page.ts";
import type { PageSite } from "../site.ts";
import { BadgeQuery, badgeParameters, badgeSvg, readBadgeQuery } from "./badge.ts";
import { embedScript } from "./embed.ts";
import { mentionedDrawing, ratingDrawing, reviewDrawing } from "./share_drawing.ts";

/** Badge, list, card, pictures, and the page that offers them. */
export const WIDGET_ROUTES: readonly PageRoute[] = [
  {
    id: "getBadge",
    path: PATHS.badge,
    mediaType: "image/svg+xml",
    summary: "The rating as an SVG badge",
    description: "An image without scripts, fonts or external references, for any page.",
    query: BadgeQuery,
    readsQuery: badgeParameters,
    inLanguages: true,
    render: ({ publication, site, queryString }) => badgeSvg(publication, site, readBadgeQuery(queryString)),
  },
  {
    id: "getCard",
    path: PATHS.card,
    mediaType: "image/svg+xml",
    summary: "Name, stars and a QR code as a card to print",
    description: "85 by 55 mm, black on white; the code leads to the reviews.",
    inLanguages: true,
    render: ({ publication, site }) => card(publication, site),
  },
  {
    id: "getShareImage",
    path: PATHS.shareImage,
    mediaType: "image/png",
    summary: "The picture beside links to the business's page",
    description: "1200 by 630 pixels: name, stars and number of reviews.",
    inLanguages: true,
    render: ({ publication, site, draw }) => ratingImage(publication, site, draw),
  },
  ...(["technician", "service"] as const).map(
    (kind): PageRoute => ({
      id: kind === "technician" ? "getTechnicianShareImage" : "getServiceShareImage",
      path: kind === "technician" ? PATHS.technicianShareImage : PATHS.serviceShareImage,
      mediaType: "image/png",
      pathParameters: CatalogIdParameter,
      mayBe: ["missing"],
      summary: `The picture beside links to a ${kind}`,
      description: "1200 by 630 pixels: name, business and, once there are five reviews, their average rating.",
      inLanguages: true,
      render: ({ publication, site, parameters, draw }) =>
        mentionedImage(publication, site, { found: mentionedOf(publication, kind, parameters.id ?? ""), draw }),
    }),
  ),
  {
    id: "getReviewShareImage",
    path: PATHS.reviewShareImage,
    mediaType: "image/png",
    pathParameters: Type.Object({ id: ReviewId }),
    mayBe: ["missing"],
    summary: "The picture beside links to a review",
    description: "1200 by 630 pixels: the customer's words and stars.",
    inLanguages: true,
    render: ({ publication, site, parameters, draw }) =>
      reviewImage(publication, site, { id: parameters.id ?? "", draw }),
  },
  {
    id: "getShowPage",
    path: PATHS.show,
    summary: "Badge, list of reviews, printed card and shared picture, with the code to copy",
    description: "For the business: each as it will look, in light and dark.",
    inLanguages: true,
    render: ({ publication, site }) => widgetsPage(publication, site),
  },
  {
    id: "getEmbedScript",
    path: PATHS.embed,
    mediaType: "text/javascript",
    summary: "Script that shows rating and newest reviews on the business's own site",
    description: "Renders in place; sets no cookies and makes no further requests.",
    inLanguages: true,
    render: ({ publication, site }) => embedScript(publication, site),
  },
];

/** The picture of the business. */
function ratingImage(publication: Publication, site: PageSite, draw: Draw): Promise<PageDocument> {
  return imageOf(ratingDrawing(publication, site), site, draw);
}

/** The picture of a review; 404 where there is none. */
async function reviewImage(
  publication: Publication,
  site: PageSite,
  { id, draw }: { readonly id: string; readonly draw: Draw },
): Promise<PageDocument> {
  const ordinal = publication.ordinalOf(id);
  if (ordinal === null) return errorPage(site, 404, { publication });
  return imageOf(reviewDrawing(publication, publication.reviewAt(ordinal), site), site, draw);
}

/** The picture of a technician or a service; 404 where there is none. */
async function mentionedImage(
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
