/** What the business shows elsewhere, as rows: badge, embedded list, printed card and share images. */
import { Type } from "typebox";
import { PATHS } from "../../http/paths.ts";
import type { Draw, Drawing } from "../../platform.ts";
import { ReviewId } from "../../review/mod.ts";
import { errorPage } from "../load_pages.ts";
import type { PageDocument, PageRoute } from "../page.ts";
import type { PageSite } from "../site.ts";
import { BadgeQuery, badgeParameters, badgeSvg, readBadgeQuery } from "./badge.ts";
import { embedScript } from "./embed.ts";
import { ratingDrawing, reviewDrawing } from "./share_drawing.ts";

/** Badge, list, card and pictures. */
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
    render: async ({ publication, site }) => (await import("./card.ts")).renderCard(publication, site),
  },
  {
    id: "getShareImage",
    path: PATHS.shareImage,
    mediaType: "image/png",
    summary: "The picture beside links to the pages of the business",
    description: "1200 by 630 pixels: name, stars and number of reviews.",
    inLanguages: true,
    render: ({ publication, site, draw }) => imageOf(ratingDrawing(publication, site), site, draw),
  },
  {
    id: "getReviewShareImage",
    path: PATHS.reviewShareImage,
    mediaType: "image/png",
    pathParameters: Type.Object({ id: ReviewId }),
    mayBe: ["missing"],
    summary: "The picture beside links to a review",
    description: "1200 by 630 pixels: the customer's words and stars.",
    wasInLanguages: true,
    render: ({ publication, site, parameters, draw }) => {
      const ordinal = publication.ordinalOf(parameters.id ?? "");
      return ordinal === null
        ? errorPage(site, 404, { publication })
        : imageOf(reviewDrawing(publication, publication.reviewAt(ordinal), site), site, draw);
    },
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

/** A drawing as PNG; 503 while too many wait to be drawn. */
async function imageOf(drawing: Drawing, site: PageSite, draw: Draw): Promise<PageDocument> {
  const png = await draw(drawing);
  if (png === null) return errorPage(site, 503);
  return { status: 200, mediaType: "image/png", body: png, cacheable: true };
}
